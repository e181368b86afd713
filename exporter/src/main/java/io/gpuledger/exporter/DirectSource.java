package io.gpuledger.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Attribution;
import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.exposition.Page;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.sampler.Clock;
import io.gpuledger.exporter.sampler.Sampler;
import io.gpuledger.exporter.sampler.SamplerSettings;
import io.gpuledger.exporter.top.page.MetricsPage;
import io.gpuledger.exporter.top.source.CannotReadException;
import io.gpuledger.exporter.top.source.Source;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The GPUs of this machine, read by this process itself: all that an exporter is, but for its server. What it shows is
/// what an exporter's page would.
final class DirectSource implements Source {
    private static final int PATIENCE_SECONDS = 30;

    private final Backend backend;
    private final Optional<Attribution> attribution;
    private final Sampler sampler;
    /// At the first look nothing has been counted yet.
    private final CountDownLatch first = new CountDownLatch(2);

    private volatile Optional<Page> latest = Optional.empty();

    DirectSource(Backend backend, SamplerSettings sampling, Renderer renderer, Optional<Attribution> attribution) {
        this.backend = backend;
        this.attribution = attribution;
        this.sampler = new Sampler(backend, sampling, Clock.system(), snapshot -> {
            var attributed = attribution.map(one -> one.attributed(snapshot)).orElse(Attributed.NOTHING);
            latest = Optional.of(renderer.render(snapshot, attributed));
            first.countDown();
        });
    }

    DirectSource start() {
        attribution.ifPresent(Attribution::start);
        sampler.start();
        return this;
    }

    @Override
    public String name() {
        return "the GPUs of this machine";
    }

    @Override
    public MetricsPage page() throws InterruptedException {
        var _ = first.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        var text = latest.map(page -> page.plain(Page.Format.TEXT))
                .orElseThrow(() -> new CannotReadException("the driver does not answer", "look at nvidia-smi"));
        return MetricsPage.read(new BufferedReader(new InputStreamReader(new ByteArrayInputStream(text), UTF_8)));
    }

    @Override
    public void close() {
        sampler.close();
        attribution.ifPresent(Attribution::close);
        backend.close();
    }
}
