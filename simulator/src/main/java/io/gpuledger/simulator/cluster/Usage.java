package io.gpuledger.simulator.cluster;

import io.gpuledger.simulator.story.Span;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/// How much of something is in use, as time goes on.
public final class Usage {
    /// So much is used for so long.
    public record Use(Span span, long amount) {}

    private final Changes changes;
    /// Each is how much is used from a change on until the next one.
    private final long[] levels;

    public Usage(List<Use> uses) {
        var real = uses.stream().filter(use -> use.amount() != 0).toList();
        this.changes = new Changes(real.stream()
                .map(Use::span)
                .flatMapToLong(span -> LongStream.of(span.from(), span.to()))
                .toArray());
        this.levels = new long[changes.count()];
        for (var use : real) {
            levels[changes.placeAt(use.span().from())] += use.amount();
            levels[changes.placeAt(use.span().to())] -= use.amount();
        }
        Arrays.parallelPrefix(levels, Long::sum);
    }

    public long at(long second) {
        var place = changes.placeAt(second);
        return place < 0 ? 0 : levels[place];
    }

    public long greatest() {
        return Arrays.stream(levels).max().orElse(0);
    }

    /// Returns the first second of the span at which more than this is used.
    public OptionalLong firstOver(long amount, Span span) {
        return first(span, level -> level > amount);
    }

    /// Returns the first second of the span at which no more than this is used.
    public OptionalLong firstWithin(long amount, Span span) {
        return first(span, level -> level <= amount);
    }

    private OptionalLong first(Span span, LongPredicate isIt) {
        if (isIt.test(at(span.from()))) {
            return OptionalLong.of(span.from());
        }
        for (var place = changes.placeAt(span.from()) + 1; place < levels.length; place++) {
            if (changes.second(place) >= span.to()) {
                break;
            }
            if (isIt.test(levels[place])) {
                return OptionalLong.of(changes.second(place));
            }
        }
        return OptionalLong.empty();
    }
}
