/// Nodes, pods, namespaces and workloads: what they were, and from when until when.
@NullMarked
package io.gpuledger.analyzer.cluster;

import org.jspecify.annotations.NullMarked;
