package io.gpuledger.simulator.story;

import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Trouble.OfGpu;
import io.gpuledger.simulator.story.Trouble.OfNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What of a story happens on one node.
///
/// @param holds of each unit, in the order in which they begin
public record Chapter(Node node, Span span, Map<Unit, List<Hold>> holds, List<Trouble> troubles) {
    public Chapter {
        holds = Map.copyOf(holds);
        troubles = List.copyOf(troubles);
    }

    /// Returns the chapters in the order of the fleet's nodes.
    static List<Chapter> of(Story story) {
        var holds = story.holds().stream()
                .sorted(Comparator.comparingLong(hold -> hold.span().from()))
                .collect(Collectors.groupingBy(Hold::unit));
        Map<String, String> nodes = story.fleet().nodes().stream()
                .flatMap(node -> node.gpus().stream().map(gpu -> Map.entry(gpu.uuid(), node.name())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        var troubles = story.troubles().stream().collect(Collectors.groupingBy(trouble -> switch (trouble) {
            case OfNode one -> one.node();
            case OfGpu one -> nodes.getOrDefault(one.gpu(), "");
        }));
        return story.fleet().nodes().stream()
                .map(node -> new Chapter(
                        node,
                        story.span(),
                        node.gpus().stream()
                                .flatMap(gpu -> gpu.units().stream())
                                .collect(Collectors.toMap(
                                        Function.identity(), unit -> holds.getOrDefault(unit, List.of()))),
                        troubles.getOrDefault(node.name(), List.of())))
                .toList();
    }

    public List<Hold> of(Unit unit) {
        return holds.getOrDefault(unit, List.of());
    }

    /// What a GPU suffers: its own troubles, and its node's.
    public List<Trouble> of(Gpu gpu) {
        return troubles.stream()
                .filter(trouble -> !(trouble instanceof OfGpu one) || one.gpu().equals(gpu.uuid()))
                .toList();
    }
}
