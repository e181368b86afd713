package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Finds the times in which a server has no sample of anything, as it was away or did not scrape: nobody knows what
/// GPUs did then. Weeks of the past are read from the newest back, so that what is before a gap may be heard of after
/// what follows it; it is one only once all of it was asked for.
final class Gaps {
    private static final Duration LEAST = Duration.ofMinutes(5);
    private static final int INTERVALS = 3;
    private static final int SHOWN_MAX = 20;
    /// A server that is away each ten minutes has fewer runs than these in two months.
    private static final int RUNS_MAX = 10_000;

    /// A time from a first to a last instant, from each of which the next is not far.
    private static final class Run {
        private final long from;
        private long to;

        private Run(long instant) {
            this.from = instant;
            this.to = instant;
        }
    }

    private final long least;
    private final TreeMap<Long, Run> runs = new TreeMap<>();
    private final Set<Span> told = new HashSet<>();
    private List<Span> asked = List.of();
    private Optional<Run> current = Optional.empty();

    /// @param interval the usual time from sample to sample
    Gaps(Duration interval) {
        this.least = Math.max(LEAST.toMillis(), INTERVALS * interval.toMillis());
    }

    /// Hears that there is a sample of this instant. Those of a window come in the order of time.
    void heard(long millis) {
        var run = current.filter(one -> isOf(one, millis)).orElseGet(() -> run(millis));
        run.to = Math.max(run.to, millis);
        current = Optional.of(run);
    }

    private Run run(long millis) {
        return Optional.ofNullable(runs.floorEntry(millis))
                .map(Map.Entry::getValue)
                .filter(before -> isOf(before, millis))
                .orElseGet(() -> runs.computeIfAbsent(millis, Run::new));
    }

    private boolean isOf(Run run, long millis) {
        return run.from <= millis && millis - run.to <= least;
    }

    /// Hears that all of a window was asked for, and that what there is of it was heard of.
    void asked(Span window) {
        var spans = new ArrayList<>(asked);
        spans.add(window);
        asked = Span.union(spans);
    }

    /// Returns those that were found since this was asked before, in the order of time.
    List<Span> taken() {
        var all = all();
        told.retainAll(Set.copyOf(all));
        return all.stream().filter(told::add).toList();
    }

    /// Returns the newest of all, the newest first.
    List<Span> newest() {
        return all().reversed().stream().limit(SHOWN_MAX).toList();
    }

    private List<Span> all() {
        join();
        var gaps = new ArrayList<Span>();
        Optional<Run> before = Optional.empty();
        for (var run : runs.values()) {
            before.map(one -> new Span(one.to, run.from))
                    .filter(gap -> gap.without(asked).isEmpty())
                    .ifPresent(gaps::add);
            before = Optional.of(run);
        }
        return Collections.unmodifiableList(gaps);
    }

    /// Joins runs that have grown together, and forgets the oldest of too many.
    private void join() {
        Optional<Run> before = Optional.empty();
        for (var run : List.copyOf(runs.values())) {
            if (before.isPresent() && run.from - before.get().to <= least) {
                before.get().to = Math.max(before.get().to, run.to);
                runs.remove(run.from);
            } else {
                before = Optional.of(run);
            }
        }
        current = Optional.empty();
        while (runs.size() > RUNS_MAX) {
            runs.pollFirstEntry();
        }
    }
}
