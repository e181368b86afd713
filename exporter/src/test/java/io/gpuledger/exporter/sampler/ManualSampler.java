package io.gpuledger.exporter.sampler;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A sampler whose cycles a test begins, after it has heard every XID that is due.
public final class ManualSampler implements AutoCloseable {
    private final List<Snapshot> published = new ArrayList<>();
    private final Sampler sampler;

    public ManualSampler(Backend backend, SamplerSettings settings, Clock clock) {
        sampler = new Sampler(backend, settings, clock, published::add);
    }

    public Snapshot cycle() throws InterruptedException {
        while (sampler.listenOnce(Duration.ZERO)) {
            // There may be more.
        }
        sampler.cycle();
        return published.removeLast();
    }

    @Override
    public void close() {
        sampler.close();
    }
}
