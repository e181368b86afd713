package io.gpuledger.exporter.attribution.apiserver;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Ever longer waits, none quite like another's: the nodes that lost a server together do not come back together.
final class Backoff {
    private final Waits pace;
    private final Supplier<? extends RandomGenerator> random;
    private Duration next;

    Backoff(Waits pace, Supplier<? extends RandomGenerator> random) {
        this.pace = pace;
        this.random = random;
        this.next = pace.shortest();
    }

    /// What failed had worked for so long before.
    Duration afterFailure(Duration worked) {
        if (worked.compareTo(pace.longest()) >= 0) {
            next = pace.shortest();
        }
        var wait = next;
        var twice = wait.multipliedBy(2);
        next = twice.compareTo(pace.longest()) > 0 ? pace.longest() : twice;
        return scattered(wait);
    }

    Duration afterRefusal() {
        return scattered(pace.seldom());
    }

    /// Returns a wait between a half and all of this one.
    private Duration scattered(Duration wait) {
        return Duration.ofNanos((long) (wait.toNanos() * random.get().nextDouble(0.5, 1)));
    }
}
