package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.Counted;
import io.gpuledger.analyzer.fleet.CountedHolders;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Works out the entries of some GPUs from all that was read of them and of their cluster.
///
/// What is known of each GPU by itself is put together first. Then the GPUs of a node are looked at together, to find
/// who holds them by count and which of the others are stranded; and then each is booked.
public final class BatchBooking {
    private BatchBooking() {}

    public static List<GpuSheet> of(BatchFacts facts, Rules rules, Settling settling) {
        var gpus = facts.gpus().stream()
                .map(gpu -> GpuToBook.of(gpu, facts, rules))
                .toList();
        var hours = new Span(
                facts.around().from(), Math.min(facts.now(), facts.around().to()));
        var counted = CountedHolders.of(facts.cluster(), byNode(gpus), hours);
        var held = gpus.stream()
                .map(gpu -> gpu.counting(counted.getOrDefault(gpu, Counted.NOTHING)))
                .toList();
        var nodes = byNode(held);
        var stranded = stranded(facts, nodes);
        var forward = CarryingForward.of(facts, gpus, nodes);
        return held.stream()
                .filter(gpu -> facts.booked().contains(gpu.gpu().id()))
                .map(gpu -> new GpuBooking(gpu.stranding(stranded.of(gpu)), facts, rules).sheet(settling, forward))
                .toList();
    }

    private static StrandedUnits stranded(BatchFacts facts, SortedMap<String, List<GpuToBook>> nodes) {
        var stranded = new StrandedUnits(facts.cluster(), facts.expectations());
        var window = facts.window().within(new Span(Long.MIN_VALUE, facts.now()));
        nodes.forEach((node, gpus) -> stranded.look(node, gpus, window));
        return stranded;
    }

    /// Returns the GPUs that were ever on each node, in the order in which they are given.
    private static SortedMap<String, List<GpuToBook>> byNode(List<GpuToBook> gpus) {
        var nodes = new TreeMap<String, List<GpuToBook>>();
        for (var gpu : gpus) {
            gpu.gpu()
                    .allNodes()
                    .forEach(node ->
                            nodes.computeIfAbsent(node, _ -> new ArrayList<>()).add(gpu));
        }
        return nodes;
    }
}
