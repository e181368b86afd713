package io.gpuledger.exporter.top.node;

import java.util.List;
import java.util.Optional;

/// A node as an exporter sees it.
///
/// @param seconds what rates are reckoned over; nothing where there are none
/// @param knowsHolders whether the exporter was told to ask who holds what
/// @param notes what the exporter says of its own work and is not as it should be
public record Node(
        Optional<String> name,
        Optional<String> driver,
        Optional<Double> snapshotSeconds,
        Optional<Double> seconds,
        boolean knowsHolders,
        List<Unit> gpus,
        List<String> notes) {
    public Node {
        gpus = List.copyOf(gpus);
        notes = List.copyOf(notes);
    }
}
