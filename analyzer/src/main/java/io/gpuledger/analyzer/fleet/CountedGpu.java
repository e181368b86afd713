package io.gpuledger.analyzer.fleet;

import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;

/// What has to be known of a GPU to say who holds it by count ([CountedHolders]).
public interface CountedGpu {
    /// Returns the spans in which the GPU was in the fleet.
    List<Span> inFleet();

    /// Whether the GPU is in the fleet, whole, and on a node, for a span in which nothing changes.
    boolean isOn(String node, Span span);

    /// Whether there is evidence against the GPU at any time within a span.
    boolean isSick(Span span);

    /// Returns the pods that are said to hold the GPU, or any part of it, at any time within a span, and when they do.
    /// A pod that has it for others is one of them, at no time of its own.
    Map<PodName, List<Span>> holders(Span span);
}
