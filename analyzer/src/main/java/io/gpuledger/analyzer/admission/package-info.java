/// What stands between a pod and the scheduler that Kubernetes has: what the API server does not make, queues that
/// let pods in, groups that start together, and nodes that are still in the making. Pure.
@NullMarked
package io.gpuledger.analyzer.admission;

import org.jspecify.annotations.NullMarked;
