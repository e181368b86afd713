/// Facts of a cluster from its API server, which is watched.
@NullMarked
package io.gpuledger.analyzer.cluster.kubernetes;

import org.jspecify.annotations.NullMarked;
