@NullMarked
package io.gpuledger.analyzer.parse.read;

import org.jspecify.annotations.NullMarked;
