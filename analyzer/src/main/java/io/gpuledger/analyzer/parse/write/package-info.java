/// Prometheus' remote write, 1.0 and 2.0: bytes to samples.
@NullMarked
package io.gpuledger.analyzer.parse.write;

import org.jspecify.annotations.NullMarked;
