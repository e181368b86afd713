package io.gpuledger.exporter;

import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.simulated.Scenario;
import io.gpuledger.exporter.device.simulated.SimulatedBackend;
import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.exposition.Renderers;
import io.gpuledger.exporter.sampler.ManualClock;
import io.gpuledger.exporter.sampler.ManualSampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// The exporter's parts on a simulated node, in virtual time: from device to page, only the HTTP server is left out.
final class VirtualNode implements AutoCloseable {
    /// The deadline is real time: long enough for a slow machine, and waited for only where a GPU hangs.
    private static final SamplerSettings SETTINGS =
            new SamplerSettings(Duration.ofSeconds(1), Duration.ofSeconds(15), Duration.ofSeconds(2));

    private final ManualClock clock = new ManualClock();
    private final SimulatedBackend backend;
    private final ManualSampler sampler;
    private Renderer renderer = Renderers.of("node-1");

    VirtualNode(Scenario scenario, long seed) {
        backend = new SimulatedBackend(scenario, seed, clock);
        sampler = new ManualSampler(backend, SETTINGS, clock.clock());
    }

    /// Pages are rendered by this one from now on.
    void show(Renderer other) {
        renderer = other;
    }

    SimulatedBackend backend() {
        return backend;
    }

    /// Plays one cycle, so long after the one before.
    Snapshot cycleAfter(Duration time) throws InterruptedException {
        clock.advance(time);
        return sampler.cycle();
    }

    /// Plays a cycle each second for so many seconds, the first at once.
    Snapshot run(int seconds) throws InterruptedException {
        var snapshot = cycleAfter(Duration.ZERO);
        for (var second = 0; second < seconds; second++) {
            snapshot = cycleAfter(Duration.ofSeconds(1));
        }
        return snapshot;
    }

    String page(Snapshot snapshot) {
        return text(render(snapshot), Format.TEXT);
    }

    Page render(Snapshot snapshot) {
        return renderer.render(snapshot);
    }

    static String text(Page page, Format format) {
        return new String(page.plain(format), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        backend.close();
        sampler.close();
    }
}
