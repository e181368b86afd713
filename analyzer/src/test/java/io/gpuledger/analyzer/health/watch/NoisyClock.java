package io.gpuledger.analyzer.health.watch;

import java.util.Random;

/// The clock, the power and the power cap of a GPU whose jobs all differ.
///
/// - What a job draws at its best is between a third and one and a half of the power limit. Where it would draw
///   more than there is, the cap holds the clock down, as far as to half of the highest; where it comes near, in
///   bursts.
/// - The highest clock wanders by 3 %, with each job and with each reading.
/// - Between two kernels the clock of some jobs falls to that of an idle GPU, and a reading may fall into that.
final class NoisyClock {
    static final double LIMIT_WATTS = 700;
    static final double HERTZ = 1.98e9;

    private static final double IDLE_WATTS = 75;
    private static final double IDLE_HERTZ = 3.45e8;

    private final Random random;
    /// The part of its highest clock that it reaches: 1 where nothing is wrong with it.
    private double part = 1;

    private double appetite;
    private double fastest = HERTZ;
    private boolean dozes;
    private double watts;
    private double hertz;
    private double capped;

    NoisyClock(Random random) {
        this.random = random;
        anotherJob();
    }

    void anotherJob() {
        appetite = LIMIT_WATTS * (1.0 / 3 + 7.0 / 6 * random.nextDouble());
        fastest = HERTZ * (1 - 0.03 * random.nextDouble());
        dozes = random.nextDouble() < 0.2;
    }

    /// From now on it reaches no more than a part of its highest clock.
    void reaches(double most) {
        part = most;
    }

    /// Goes on to its next reading.
    ///
    /// @param activity since the last one
    void next(double activity) {
        var wanted = IDLE_WATTS + appetite * activity * (1 + 0.1 * random.nextGaussian()) * Math.pow(part, 2.5);
        capped = Math.clamp((1.15 * wanted - LIMIT_WATTS) / 100, 0, 1);
        watts = Math.min(wanted, LIMIT_WATTS * (0.97 + 0.03 * random.nextDouble()));
        var free = fastest * (1 - 0.03 * random.nextDouble());
        var burst = Math.clamp(LIMIT_WATTS / (1.3 * wanted), 0.5, 1);
        var isIdle = activity == 0 || (dozes && random.nextDouble() > activity);
        hertz = isIdle ? IDLE_HERTZ : Math.min(part * HERTZ, random.nextDouble() < capped ? burst * free : free);
    }

    double watts() {
        return watts;
    }

    double hertz() {
        return hertz;
    }

    /// Returns for which part of the time the power cap held it down.
    double capped() {
        return capped;
    }
}
