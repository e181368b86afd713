package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;

/// How active a drawn pod is, in phases: at work, faint, or quiet, some of them long.
///
/// @param phases without a gap
record Work(List<Phase> phases) {
    private static final long MINUTE = 60_000;

    record Phase(Span span, double level) {}

    /// @param most what it uses at most
    static Work drawn(Dice dice, Span span, double most) {
        var phases = new ArrayList<Phase>();
        var isQuiet = dice.chance(0.5);
        for (var at = span.from(); at < span.to(); ) {
            var length = isQuiet ? dice.length(MINUTE / 2, 150 * MINUTE) : dice.length(MINUTE / 3, 60 * MINUTE);
            var end = Math.min(span.to(), at + length);
            phases.add(new Phase(new Span(at, end), most * (isQuiet ? quiet(dice) : busy(dice))));
            at = end;
            isQuiet = !isQuiet;
        }
        return new Work(phases);
    }

    private static double quiet(Dice dice) {
        return dice.chance(0.7) ? 0 : 0.008 * dice.ratio();
    }

    private static double busy(Dice dice) {
        return dice.chance(0.2) ? 0.02 + 0.02 * dice.ratio() : 0.9 * dice.ratio();
    }

    /// Milliseconds of activity in a time.
    double in(long from, long to) {
        var sum = 0.0;
        for (var i = first(from); i < phases.size(); i++) {
            var phase = phases.get(i);
            if (phase.span().from() >= to) {
                break;
            }
            sum += phase.level()
                    * (Math.min(to, phase.span().to())
                            - Math.max(from, phase.span().from()));
        }
        return sum;
    }

    private int first(long from) {
        var low = 0;
        var high = phases.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (phases.get(middle).span().to() > from) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
