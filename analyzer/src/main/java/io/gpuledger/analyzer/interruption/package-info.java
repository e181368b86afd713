/// Finds what it costs that pods are taken from their nodes: how often, how much work is lost, and how long until the
/// workload runs again.
@NullMarked
package io.gpuledger.analyzer.interruption;

import org.jspecify.annotations.NullMarked;
