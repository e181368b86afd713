package io.gpuledger.analyzer.store.questions;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/// Counts a workload's idle runs, and keeps the longest: a large team has more than there is memory for.
final class IdleRuns {
    /// @param place by which of runs that are as long the first counts
    private record Placed(IdleRun run, long place) {
        static final Comparator<Placed> SHORTEST_FIRST = Comparator.<Placed>comparingLong(
                        placed -> placed.run().span().millis())
                .thenComparing(Comparator.comparingLong(Placed::place).reversed());
    }

    private final int most;
    private final PriorityQueue<Placed> longest = new PriorityQueue<>(Placed.SHORTEST_FIRST);
    private Optional<IdleRun> last = Optional.empty();
    private long count;

    /// @param most how many are kept
    IdleRuns(int most) {
        this.most = most;
    }

    /// Pieces of an hour that follow each other are one run.
    void add(IdleRun piece) {
        var grown = last.filter(run -> run.isFollowedBy(piece)).map(run -> run.with(piece));
        if (grown.isEmpty()) {
            keepLast();
            count++;
        }
        last = grown.or(() -> Optional.of(piece));
    }

    private void keepLast() {
        last.ifPresent(run -> longest.add(new Placed(run, count)));
        if (longest.size() > most) {
            longest.remove();
        }
        last = Optional.empty();
    }

    long count() {
        return count;
    }

    /// Returns the longest runs, the longest first, once there are no more pieces.
    List<IdleRun> longest() {
        keepLast();
        return longest.stream()
                .sorted(Placed.SHORTEST_FIRST.reversed())
                .map(Placed::run)
                .toList();
    }
}
