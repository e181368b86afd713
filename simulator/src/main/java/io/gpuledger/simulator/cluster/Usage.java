package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.story.Span;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/// How much of something is in use, as time goes on.
public final class Usage {
    /// So much is used for so long.
    public record Use(Span span, long amount) {}

    /// What is used from each second on until the next.
    private final TreeMap<Long, Long> levels = new TreeMap<>();

    public Usage(List<Use> uses) {
        var changes = new TreeMap<Long, Long>();
        for (var use : uses) {
            changes.merge(use.span().from(), use.amount(), Long::sum);
            changes.merge(use.span().to(), -use.amount(), Long::sum);
        }
        var level = 0L;
        for (var change : changes.entrySet()) {
            level += change.getValue();
            levels.put(change.getKey(), level);
        }
    }

    public long at(long second) {
        var entry = levels.floorEntry(second);
        return entry == null ? 0 : entry.getValue();
    }

    public long greatest() {
        return levels.values().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /// Returns the first second of the span at which more than this is used.
    public OptionalLong firstOver(long amount, Span span) {
        if (at(span.from()) > amount) {
            return OptionalLong.of(span.from());
        }
        return levels.subMap(span.from(), span.to()).entrySet().stream()
                .filter(level -> level.getValue() > amount)
                .mapToLong(level -> level.getKey())
                .findFirst();
    }

    /// Returns the first second of the span at which no more than this is used.
    public OptionalLong firstWithin(long amount, Span span) {
        if (at(span.from()) <= amount) {
            return OptionalLong.of(span.from());
        }
        return levels.subMap(span.from(), span.to()).entrySet().stream()
                .filter(level -> level.getValue() <= amount)
                .mapToLong(level -> level.getKey())
                .findFirst();
    }
}
