package io.gpuledger.analyzer.store.questions;

import java.util.List;
import java.util.Optional;

/// What has a text in its name: of each kind so many at most, those of late first.
///
/// @param teams their names
public record Hits(
        List<Gpu> gpus,
        List<Place> nodes,
        List<Pod> pods,
        List<Workload> workloads,
        List<String> teams,
        List<Place> namespaces) {
    /// Nothing was looked for.
    public static final Hits NONE = new Hits(List.of(), List.of(), List.of(), List.of(), List.of(), List.of());

    /// A GPU of a cluster.
    ///
    /// @param uuid of the GPU, or of it whose instance has the text in its own
    /// @param node where it was last
    public record Gpu(String cluster, String uuid, Optional<String> model, Optional<String> node) {}

    /// A node, or a namespace, of a cluster.
    public record Place(String cluster, String name) {}

    public record Pod(String cluster, String namespace, String name) {}

    /// A workload of a cluster.
    ///
    /// @param id by which its pods and what it used are asked for
    public record Workload(int id, String cluster, String namespace, String kind, String name) {}

    public Hits {
        gpus = List.copyOf(gpus);
        nodes = List.copyOf(nodes);
        pods = List.copyOf(pods);
        workloads = List.copyOf(workloads);
        teams = List.copyOf(teams);
        namespaces = List.copyOf(namespaces);
    }

    /// Says whether nothing was found.
    public boolean isEmpty() {
        return equals(NONE);
    }
}
