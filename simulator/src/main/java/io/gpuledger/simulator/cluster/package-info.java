/// What a cluster's API server would say of a fleet: nodes, pods, and who made them.
@NullMarked
package io.gpuledger.simulator.cluster;

import org.jspecify.annotations.NullMarked;
