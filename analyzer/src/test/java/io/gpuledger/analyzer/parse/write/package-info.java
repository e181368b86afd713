@NullMarked
package io.gpuledger.analyzer.parse.write;

import org.jspecify.annotations.NullMarked;
