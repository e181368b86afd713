package io.gpuledger.simulator.fleet;

import java.util.List;
import java.util.stream.Stream;

/// All nodes, of whichever cluster.
public record Fleet(List<Node> nodes) {
    public Fleet {
        nodes = List.copyOf(nodes);
    }

    public Stream<Gpu> gpus() {
        return nodes.stream().flatMap(node -> node.gpus().stream());
    }
}
