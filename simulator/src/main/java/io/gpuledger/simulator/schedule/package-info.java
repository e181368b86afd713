/// Why a pod waits: which nodes have room for it when, and what kube-scheduler says of those that have none.
@NullMarked
package io.gpuledger.simulator.schedule;

import org.jspecify.annotations.NullMarked;
