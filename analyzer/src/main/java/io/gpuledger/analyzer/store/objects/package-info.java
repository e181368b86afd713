/// Keeps what was told of a cluster: its nodes, pods, namespaces and workloads, and how they changed.
@NullMarked
package io.gpuledger.analyzer.store.objects;

import org.jspecify.annotations.NullMarked;
