package io.gpuledger.analyzer.benchmark;

import static java.lang.System.Logger.Level.INFO;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// Looks for the highest rate that a contender holds: twice as much each time, from an empty folder each time, and once
/// more between the last that was held and the first that was not.
record Climb(Contender contender, Load first, Duration settling, Duration window) {
    private static final System.Logger LOG = System.getLogger(Climb.class.getName());
    /// 100,000 GPUs each second.
    private static final double PAGES_PER_SECOND_MAX = 12_500;

    /// @param held what it was when the rate was held; empty where not even the first was
    /// @param refused the least load that was not held; empty where all were
    record Highest(Optional<Outcome> held, Optional<Load> refused) {}

    Highest run() throws IOException, InterruptedException {
        var highest = new Highest(Optional.empty(), Optional.empty());
        for (var load = first; load.pagesPerSecond() <= PAGES_PER_SECOND_MAX; load = load.times(2)) {
            highest = higher(highest, load);
            if (highest.refused().isPresent()) {
                break;
            }
        }
        if (highest.held().isPresent() && highest.refused().isPresent()) {
            return higher(highest, highest.held().get().load().times(Math.sqrt(2)));
        }
        return highest;
    }

    private Highest higher(Highest sofar, Load load) throws IOException, InterruptedException {
        var outcome = held(load);
        return outcome.isPresent()
                ? new Highest(outcome, sofar.refused())
                : new Highest(sofar.held(), Optional.of(load));
    }

    /// Who is too busy to answer for itself, or has died, has not held it.
    private Optional<Outcome> held(Load load) throws InterruptedException {
        try {
            var outcome = new Trial(contender, load, settling, window).run();
            LOG.log(
                    INFO,
                    () -> "%s, %s: %.1f %% missed, %.1f s behind"
                            .formatted(
                                    contender.title(),
                                    load.text(),
                                    outcome.missedShare() * 100,
                                    outcome.behindSeconds()));
            return Optional.of(outcome).filter(Outcome::held);
        } catch (IOException e) {
            LOG.log(INFO, () -> "%s, %s: %s".formatted(contender.title(), load.text(), e));
            return Optional.empty();
        }
    }
}
