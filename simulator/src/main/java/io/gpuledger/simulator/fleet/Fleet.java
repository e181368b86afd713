package io.gpuledger.simulator.fleet;

import java.util.List;
import java.util.stream.Stream;

/// A fleet has nodes in one cluster or several.
public record Fleet(List<Node> nodes) {
    public Fleet {
        nodes = List.copyOf(nodes);
    }

    public Stream<Gpu> gpus() {
        return nodes.stream().flatMap(node -> node.gpus().stream());
    }
}
