/// Where Prometheus and its like send their samples.
@NullMarked
package io.gpuledger.analyzer.remotewrite;

import org.jspecify.annotations.NullMarked;
