/// The page that kube-state-metrics would serve of a simulated cluster.
@NullMarked
package io.gpuledger.simulator.statemetrics;

import org.jspecify.annotations.NullMarked;
