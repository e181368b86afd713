package io.gpuledger.exporter.device;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// A sample is what was read of one GPU at one time.
///
/// @param gpu the readings of the device as a whole
/// @param instances the readings of its MIG instances by their UUID; empty when it is not in MIG mode
/// @param parts the readings of its NVLinks and fans; empty when none were asked for or it has none
/// @param processes those that run on it
/// @param sources where each value came from: the function, field or metric of which library
public record Sample(
        Readings gpu,
        Map<String, Readings> instances,
        SortedMap<Part, Readings> parts,
        List<DeviceProcess> processes,
        Map<Quantity, String> sources) {
    public Sample {
        processes = List.copyOf(processes);
    }

    /// Makes the sample of a backend that tells nothing of processes, and has one source for everything.
    public static Sample of(Readings gpu, Map<String, Readings> instances, SortedMap<Part, Readings> parts) {
        return new Sample(gpu, instances, parts, List.of(), Map.of());
    }
}
