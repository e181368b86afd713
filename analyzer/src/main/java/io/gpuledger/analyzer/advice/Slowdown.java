package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.WorkedHour.Use;
import java.util.List;

/// How much longer work takes on units that have a part of what it had: a part f of the multiprocessors, and a
/// part g of the bandwidth of memory.
///
/// A minute in which a unit was active for the part a takes max(1, a / f) minutes. Of a it is known in which
/// twentieth it lies, and the upper end of that counts. So work may become less slow than is said, and never
/// slower.
///
/// A minute in which memory was active for the part m takes max(1, m / g) minutes. Of m only the mean of the
/// hour is known, and it may have been moved in a few minutes. So the worst counts that there can be: as much
/// as possible in each of as few minutes as possible. In no minute can more be moved than [DramActive#reach] times what
/// the multiprocessors were active for. Both are added up.
///
/// @param overall by how much all of it takes longer, as a part of the minutes that it took
/// @param worst by how many minutes the work of an hour takes longer at the most, all of its units together
record Slowdown(double overall, double worst) {
    /// Twice in a while a day's work of twenty hours takes twenty-one: nobody notices who does not measure it.
    static final double OVERALL_MOST = 0.05;
    /// The work of an hour of rush, and what comes in meanwhile, is done a quarter of an hour later.
    static final double MINUTES_MOST = 15;

    private static final double MINUTE = 60_000;
    /// The minutes are rounded up, so that nothing takes longer than the words say.
    private static final double TENTHS_OF_PERCENT = 1000;

    static Slowdown on(List<WorkedHour> hours, double compute, double bandwidth) {
        var all = 0L;
        var more = 0.0;
        var worst = 0.0;
        for (var hour : hours) {
            if (hour.use().isPresent()) {
                var use = hour.use().get();
                var longer = byCompute(use, compute) + byMemory(use, bandwidth);
                all += minutes(use);
                more += longer;
                worst = Math.max(worst, longer);
            }
        }
        return new Slowdown(all == 0 ? 0 : more / all, worst);
    }

    boolean isBearable() {
        return overall <= OVERALL_MOST && worst <= MINUTES_MOST;
    }

    /// Returns in words what it costs.
    ///
    /// @param part of the multiprocessors that are left
    String words(double part) {
        return "Its work would have taken at most %s longer, and that of no hour more than %d minutes longer. A single answer may take up to %.1f times as long."
                .formatted(
                        Words.percent(Math.ceil(overall * TENTHS_OF_PERCENT) / TENTHS_OF_PERCENT),
                        (long) Math.ceil(worst),
                        Math.max(1, 1 / part));
    }

    static long minutes(Use use) {
        var sum = 0L;
        for (var its : use.minutes()) {
            sum += its;
        }
        return sum;
    }

    /// Returns the most that a twentieth stands for.
    static double upperEdge(int twentieth) {
        return (twentieth + 1.0) / Use.PARTS;
    }

    /// Returns how many minutes memory was active, of units.
    static double moved(Use use) {
        return DramActive.of(use) * Math.max((double) minutes(use), use.seen() / MINUTE);
    }

    private static double byCompute(Use use, double part) {
        var longer = 0.0;
        for (var i = 0; i < Use.PARTS; i++) {
            longer += use.minutes().get(i) * Math.max(0, upperEdge(i) / part - 1);
        }
        return longer;
    }

    private static double byMemory(Use use, double part) {
        var left = moved(use);
        var reach = DramActive.reach(use);
        var longer = 0.0;
        for (var i = Use.PARTS - 1; i >= 0 && left > 0; i--) {
            var most = Math.min(1, reach * upperEdge(i));
            var minutes = Math.min(use.minutes().get(i), left / most);
            longer += minutes * Math.max(0, most / part - 1);
            left -= minutes * most;
        }
        return longer;
    }
}
