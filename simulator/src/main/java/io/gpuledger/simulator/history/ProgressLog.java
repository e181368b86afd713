package io.gpuledger.simulator.history;

import static java.lang.System.Logger.Level.INFO;

import io.gpuledger.simulator.history.History.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/// Says now and then how far it is, and once that it is done.
public final class ProgressLog {
    private static final System.Logger LOG = System.getLogger(ProgressLog.class.getName());
    private static final long PERIOD_NANOS = Duration.ofSeconds(5).toNanos();

    private final LongSupplier nanos;
    private long saidAt;

    public ProgressLog(LongSupplier nanos) {
        this.nanos = nanos;
        this.saidAt = nanos.getAsLong();
    }

    public void report(Progress progress) {
        if (progress.isDone() || nanos.getAsLong() - saidAt >= PERIOD_NANOS) {
            saidAt = nanos.getAsLong();
            LOG.log(
                    INFO,
                    "{0}: {1} samples until {2}",
                    progress.isDone() ? "sent all" : "sending",
                    Long.toString(progress.samples()),
                    Instant.ofEpochSecond(progress.until()));
        }
    }
}
