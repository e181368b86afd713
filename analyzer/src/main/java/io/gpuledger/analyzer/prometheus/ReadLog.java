package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.time.Span;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/// Says how far it is, twice a minute while the past is read, and what is wrong, once.
final class ReadLog {
    private static final System.Logger LOG = System.getLogger(ReadLog.class.getName());
    private static final long EACH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final double SECONDS_OF_DAY = 86_400;
    private static final int GAPS_MAX = 20;
    private static final long RECENT_MILLIS = Duration.ofDays(1).toMillis();

    private final String source;
    private String trouble = "";
    private int pastGaps;
    private boolean isFilled;
    private long saidAt = System.nanoTime() - EACH_NANOS;

    /// @param source which Prometheus it is, and which shard of it
    ReadLog(String source) {
        this.source = source;
    }

    void begins(Way way, Preflight preflight) {
        LOG.log(Level.INFO, () -> "%s is read by %s; it has %s".formatted(source, words(way), preflight.has()));
        preflight
                .lacks()
                .forEach(lack -> LOG.log(
                        Level.WARNING,
                        () -> "%s lacks %s: %s; to mend it, %s"
                                .formatted(source, lack.what(), lack.cost(), lack.remedy())));
    }

    private static String words(Way way) {
        return switch (way) {
            case REMOTE_READ -> "remote read";
            case EXPORT -> "its export";
            case QUERY -> "range selectors, which do not say where a series ended";
        };
    }

    void read(ReadState state) {
        if (!trouble.isEmpty()) {
            LOG.log(Level.INFO, "{0} answers again", source);
            trouble = "";
        }
        if (state.isFilled()) {
            if (!isFilled) {
                LOG.log(
                        Level.INFO,
                        "all of the past was read from %s (%,d samples), and what comes is read as it comes"
                                .formatted(source, state.samples()));
            }
            isFilled = true;
        } else if (!isFilled && System.nanoTime() - saidAt >= EACH_NANOS) {
            saidAt = System.nanoTime();
            LOG.log(Level.INFO, () -> progress(state));
        }
    }

    private String progress(ReadState state) {
        return String.format(
                Locale.ROOT,
                "%,d samples were read from %s, %,.0f a second; %.1f days of its past are left, which takes %d min",
                state.samples(),
                source,
                state.perSecond(),
                state.left().toSeconds() / SECONDS_OF_DAY,
                state.toGo().plusSeconds(59).toMinutes());
    }

    /// Logs when the server has no samples: all gaps of the last day, and of the time before only the first twenty, as
    /// nobody needs to be told a thousand times of a server that was away each night.
    ///
    /// @param now in milliseconds since 1970
    void gaps(List<Span> gaps, long now) {
        for (var gap : gaps) {
            var isPast = gap.to() < now - RECENT_MILLIS;
            if (isPast && ++pastGaps > GAPS_MAX) {
                continue;
            }
            LOG.log(
                    Level.WARNING,
                    () -> "%s has no samples from %s to %s, which is unobserved"
                            .formatted(source, Instant.ofEpochMilli(gap.from()), Instant.ofEpochMilli(gap.to())));
        }
    }

    void failed(String why) {
        if (!why.equals(trouble)) {
            LOG.log(Level.WARNING, "{0} cannot be read now, which is tried again: {1}", source, why);
        }
        trouble = why;
    }
}
