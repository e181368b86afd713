/// Facts of a cluster from the series of kube-state-metrics, scraped or sent.
@NullMarked
package io.gpuledger.analyzer.cluster.statemetrics;

import org.jspecify.annotations.NullMarked;
