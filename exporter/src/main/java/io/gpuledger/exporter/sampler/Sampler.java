package io.gpuledger.exporter.sampler;

import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.exporter.device.Backend;
import io.gpuledger.exporter.device.Runs;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Owns the clock: a cycle at each multiple of the interval, and a thread that waits for events in between.
public final class Sampler implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Sampler.class.getName());
    private static final String EVENTS = "events";
    private static final Duration EVENT_PATIENCE = Duration.ofSeconds(1);
    private static final Duration LAST_CYCLE = Duration.ofSeconds(1);

    private final Backend backend;
    private final SamplerSettings settings;
    private final Consumer<Snapshot> publish;
    private final Clock clock;
    private final DeviceEvents events = new DeviceEvents();
    private final Runs runs;
    private final TrackedNode node;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread cycles = Lifelong.platform("sampler", this::cycles);
    private final Thread listener = Lifelong.platform(EVENTS, this::listen);

    /// The consumer is called by the sampler's own thread, once a cycle.
    public Sampler(Backend backend, SamplerSettings settings, Clock clock, Consumer<Snapshot> publish) {
        this.backend = backend;
        this.settings = settings;
        this.publish = publish;
        this.clock = clock;
        this.runs = new Runs(clock.wall());
        this.node = new TrackedNode(backend, settings, clock, events, runs);
    }

    public void start() {
        cycles.start();
        listener.start();
    }

    /// A cycle that took too long costs the ticks that it ran over, and shifts none.
    private void cycles() {
        var interval = settings.interval().toNanos();
        var next = System.nanoTime();
        try {
            do {
                guardedCycle();
                var late = Math.max(0, System.nanoTime() - next);
                next += (late / interval + 1) * interval;
            } while (!closed.await(next - System.nanoTime(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void guardedCycle() throws InterruptedException {
        try {
            cycle();
        } catch (RuntimeException | Error e) {
            // The edge: a defect in one cycle must not end those after it. Running out of memory ends the process.
            LOG.log(ERROR, "a cycle failed; the page stays as the one before left it", e);
        }
    }

    void cycle() throws InterruptedException {
        node.scan();
        node.read();
        publish.accept(node.snapshot());
    }

    private void listen() {
        try {
            do {
                listenOnce(EVENT_PATIENCE);
            } while (closed.getCount() > 0);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Takes in the next event, and returns whether one came in time.
    boolean listenOnce(Duration patience) throws InterruptedException {
        var begun = clock.nanoTime();
        try {
            var event = backend.awaitEvent(patience);
            event.ifPresent(events::add);
            runs.succeeded(EVENTS, Duration.ofNanos(clock.nanoTime() - begun));
            return event.isPresent();
        } catch (RuntimeException | Error e) {
            runs.failed(EVENTS, Duration.ofNanos(clock.nanoTime() - begun), e.toString());
            closed.await(EVENT_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        }
    }

    /// Lets the cycle in progress end, unless the driver holds it up.
    @Override
    public void close() {
        closed.countDown();
        listener.interrupt();
        try {
            cycles.join(LAST_CYCLE.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        node.close();
    }
}
