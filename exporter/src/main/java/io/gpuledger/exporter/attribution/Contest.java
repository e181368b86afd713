package io.gpuledger.exporter.attribution;

import java.util.List;

/// A contest decides which of several that the kubelet lists for the same thing may really have it.
@FunctionalInterface
interface Contest {
    /// Returns those that may have it, with the likeliest last.
    List<Holder> fit(String unit, List<Holder> candidates);
}
