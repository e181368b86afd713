@NullMarked
package io.gpuledger.analyzer.parse.text;

import org.jspecify.annotations.NullMarked;
