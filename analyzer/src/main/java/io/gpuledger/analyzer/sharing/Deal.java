package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// Deals a GPU out to those who were given parts of it. All shares of all GPUs are thousandths, so that those of one
/// time and of another can be reckoned together.
///
/// With `s` for the size of a part, which is an even part where nothing bounds it, the share is
///
///     1000 s / max(1, sum of all s)
///
/// rounded down. Where all of the GPU is given, what is lost by that goes by largest remainder, so that nothing is
/// left of it; else it is free.
final class Deal {
    private static final int THOUSAND = 1_000;

    /// Sums of parts, and thousandths, are off by less than this.
    private static final double ROUNDED = 1e-6;

    private final List<Part> parts;
    private final double[] exact;
    private final int[] shares;

    private Deal(List<Part> parts) {
        this.parts = parts;
        this.exact = parts.stream()
                .mapToDouble(part -> Math.min(1, part.size().orElse(1.0 / parts.size())))
                .toArray();
        this.shares = new int[exact.length];
    }

    /// Returns who holds a GPU whose parts these are. Whoever has less than a thousandth is left out.
    ///
    /// @param mode how the GPU is shared
    static List<Holding> holdings(List<Part> parts, String mode) {
        var deal = new Deal(parts);
        deal.deal();
        return deal.holdings(mode);
    }

    private void deal() {
        var sum = IntStream.range(0, exact.length).mapToDouble(i -> exact[i]).sum();
        var left = THOUSAND;
        for (var i = 0; i < exact.length; i++) {
            exact[i] *= THOUSAND / Math.max(1, sum);
            shares[i] = (int) (exact[i] + ROUNDED);
            left -= shares[i];
        }
        if (sum >= 1 - ROUNDED) {
            byRemainder().limit(Math.max(0, left)).forEach(i -> shares[i]++);
        }
    }

    private IntStream byRemainder() {
        return IntStream.range(0, exact.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> shares[i] - exact[i]))
                .mapToInt(i -> i);
    }

    private List<Holding> holdings(String mode) {
        var holdings = new ArrayList<Holding>();
        for (var i = 0; i < shares.length; i++) {
            if (shares[i] > 0) {
                holdings.add(new Holding(
                        parts.get(i).holder(),
                        Optional.of(new Share(shares[i], THOUSAND, mode)),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()));
            }
        }
        return holdings;
    }
}
