package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.fleet.CountedHolders;
import io.gpuledger.analyzer.fleet.PodName;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Decides up to which instant the books of each GPU of a batch may be carried forward ([Carried]): up to where all is
/// decided. GPUs of a node are booked together, and so theirs is one instant. Nothing is carried of the GPUs of a node
/// of which one was ever on another node, nor of those of which no node is known. While an instance is silent, as one
/// is that was taken apart, nothing is carried beyond that, so that the GPUs of its node are booked as a whole.
final class CarryingForward {
    /// Rows are under way for some time, and what is told for some minutes after an instant may change what was before.
    private static final long OPEN = Duration.ofMinutes(10).toMillis();
    /// The instants of all nodes are multiples of this, so that those of most are the same.
    private static final long GRID = Duration.ofMinutes(5).toMillis();

    private final BatchFacts facts;
    private final Map<Integer, Long> instants = new HashMap<>();
    private final Map<Integer, Map<PodName, List<Long>>> named = new HashMap<>();

    private CarryingForward(BatchFacts facts) {
        this.facts = facts;
    }

    /// @param said the GPUs with who is said to hold them
    /// @param nodes the same GPUs of each node, with who holds them by count too
    static CarryingForward of(BatchFacts facts, List<GpuToBook> said, Map<String, List<GpuToBook>> nodes) {
        var forward = new CarryingForward(facts);
        if (facts.window().to() > facts.now()) {
            nodes.values().forEach(forward::decide);
            said.forEach(gpu -> forward.instant(gpu)
                    .ifPresent(instant -> forward.named.put(gpu.gpu().id(), gpu.named(namedBefore(instant)))));
        }
        return forward;
    }

    private void decide(List<GpuToBook> gpus) {
        var there = gpus.stream()
                .filter(gpu -> !gpu.gpu().hasLeft(Hour.of(facts.window().from())))
                .toList();
        var areAllBooked = there.stream()
                .allMatch(gpu -> facts.booked().contains(gpu.gpu().id())
                        && gpu.gpu().allNodes().size() == 1);
        if (there.isEmpty() || !areAllBooked) {
            return;
        }
        var decided = there.stream()
                .mapToLong(gpu -> gpu.decided(facts.now() - OPEN))
                .min()
                .orElseThrow();
        var instant = Math.max(
                Math.floorDiv(decided, GRID) * GRID,
                there.stream()
                        .mapToLong(gpu -> facts.carried(gpu.gpu()).until())
                        .max()
                        .orElseThrow());
        if (instant >= facts.window().from()) {
            there.forEach(gpu -> instants.put(gpu.gpu().id(), instant));
        }
    }

    private static Span namedBefore(long instant) {
        return new Span(Hour.of(instant) - CountedHolders.LAG, instant);
    }

    OptionalLong instant(GpuToBook gpu) {
        var instant = instants.get(gpu.gpu().id());
        return instant == null ? OptionalLong.empty() : OptionalLong.of(instant);
    }

    Map<PodName, List<Long>> named(GpuToBook gpu) {
        return named.getOrDefault(gpu.gpu().id(), Map.of());
    }
}
