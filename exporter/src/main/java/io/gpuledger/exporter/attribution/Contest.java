package io.gpuledger.exporter.attribution;

import java.util.List;

/// Who of several that the kubelet lists for the same thing may really have it.
@FunctionalInterface
interface Contest {
    /// Those that may, the likeliest last.
    List<Holder> fit(String unit, List<Holder> candidates);
}
