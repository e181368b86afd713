package io.gpuledger.exporter.device;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.gpuledger.exporter.device.Snapshot.Run;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How the latest run of each collector went; several threads say so. A failure is logged when it begins and when it
/// ends, not at every run.
public final class Runs {
    private static final System.Logger LOG = System.getLogger(Runs.class.getName());

    private final InstantSource clock;
    private final Map<String, Run> latest = new TreeMap<>();

    public Runs(InstantSource clock) {
        this.clock = clock;
    }

    /// Failed is what had any trouble.
    public void ended(String collector, Duration took, List<String> troubles) {
        if (troubles.isEmpty()) {
            succeeded(collector, took);
        } else {
            failed(collector, took, String.join("; ", troubles));
        }
    }

    public synchronized void succeeded(String collector, Duration took) {
        if (failing(collector)) {
            LOG.log(INFO, () -> collector + " works again");
        }
        latest.put(collector, new Run(collector, true, took, Optional.of(clock.instant())));
    }

    public synchronized void failed(String collector, Duration took, String reason) {
        var known = Optional.ofNullable(latest.get(collector));
        if (!failing(collector)) {
            LOG.log(WARNING, () -> collector + " failed: " + reason);
        }
        latest.put(collector, new Run(collector, false, took, known.flatMap(Run::lastSuccess)));
    }

    private boolean failing(String collector) {
        return Optional.ofNullable(latest.get(collector))
                .map(run -> !run.success())
                .orElse(false);
    }

    public synchronized List<Run> latest() {
        return List.copyOf(latest.values());
    }
}
