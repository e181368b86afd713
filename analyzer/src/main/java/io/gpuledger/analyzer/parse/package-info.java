@NullMarked
package io.gpuledger.analyzer.parse;

import org.jspecify.annotations.NullMarked;
