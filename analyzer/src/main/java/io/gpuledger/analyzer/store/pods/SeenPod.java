package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.latency.Course;
import io.gpuledger.analyzer.latency.Size;
import java.util.Optional;

/// A pod that asks for GPUs, and how far it came.
///
/// @param object its number
/// @param team who pays, as the books find it, in the hour in which the pod was scheduled, or, while it waits, in the
///     last one that is asked about
/// @param name in its namespace
/// @param sku of the GPUs of the node that it is on; nothing while it is on none, and where nobody tells
/// @param size nothing where nobody tells how many GPUs it asks for, as of a claim on devices
/// @param eviction why it was taken from its node, in the word of who did it; nothing where it was not
/// @param succeeded whether it ended as it was meant to
public record SeenPod(
        int object,
        String cluster,
        String team,
        String namespace,
        String name,
        Optional<String> sku,
        Optional<Size> size,
        Course course,
        Optional<String> eviction,
        boolean succeeded) {}
