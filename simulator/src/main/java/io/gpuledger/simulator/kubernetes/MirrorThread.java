package io.gpuledger.simulator.kubernetes;

import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.service.life.Lifelong;
import java.time.Duration;
import java.time.InstantSource;

/// Brings the mirror of a cluster up to date each second.
public final class MirrorThread implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(MirrorThread.class.getName());
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final ClusterMirror mirror;
    private final InstantSource clock;
    private final Thread thread = Lifelong.platform("kubernetes", this::keepUp);

    private MirrorThread(ClusterMirror mirror, InstantSource clock) {
        this.mirror = mirror;
        this.clock = clock;
    }

    public static MirrorThread start(ClusterMirror mirror, InstantSource clock) {
        var started = new MirrorThread(mirror, clock);
        started.thread.start();
        return started;
    }

    private void keepUp() {
        try {
            while (true) {
                set();
                Thread.sleep(PERIOD);
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: a defect in one second must not end those after it
    private void set() {
        try {
            mirror.set(clock.instant().getEpochSecond());
        } catch (RuntimeException e) {
            LOG.log(ERROR, "the objects in the Kubernetes API could not be brought up to date, by a defect", e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        mirror.close();
    }
}
