package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Draws at random, the same from the same seed.
final class Dice {
    private final long seed;
    private final SplittableRandom random;
    private final long grain;

    Dice(long seed) {
        this(seed, 1);
    }

    /// @param grain of which instants and lengths are multiples
    Dice(long seed, long grain) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.grain = grain;
    }

    /// Others for that, so that what is drawn without it stays as it is.
    Dice apart(String purpose) {
        return new Dice(seed * 31 + purpose.hashCode(), grain);
    }

    boolean isCoarse() {
        return grain > 1;
    }

    boolean chance(double part) {
        return random.nextDouble() < part;
    }

    /// Draws a number that is not less than the first, and less than the second.
    long between(long from, long to) {
        var drawn = random.nextLong(from, to);
        return drawn - Math.floorMod(drawn - from, grain);
    }

    /// Draws a number that has so many bits, each of which is set or not by chance.
    long bits(int count) {
        return random.nextLong(1L << count);
    }

    int number(int from, int to) {
        return random.nextInt(from, to);
    }

    double ratio() {
        return random.nextDouble();
    }

    <T> T of(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    /// A length that is as often short as long, from the first to before the second.
    long length(long shortest, long longest) {
        var drawn = Math.round(shortest * Math.pow((double) longest / shortest, ratio()));
        return Math.max(1, drawn / grain) * grain;
    }

    /// A part of a span, no longer than that.
    Span part(Span of, long shortest, long longest) {
        var length = Math.min(of.millis(), length(shortest, longest));
        var from = between(of.from(), of.to() - length + 1);
        return new Span(from, from + length);
    }

    <T> List<T> shuffled(List<T> things) {
        var shuffled = new ArrayList<>(things);
        for (var i = shuffled.size() - 1; i > 0; i--) {
            var j = random.nextInt(i + 1);
            var one = shuffled.get(i);
            shuffled.set(i, shuffled.get(j));
            shuffled.set(j, one);
        }
        return shuffled;
    }
}
