package io.gpuledger.service.reload;

import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.service.life.Lifelong;
import io.gpuledger.service.signal.UnixSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Looks each second or so whether watched files hold something else, and has them read anew when they do for two
/// looks; SIGHUP has all of them read anew at once. Where there is nothing to look after nobody looks.
public final class Reloads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Reloads.class.getName());

    private final Duration period;
    private final InstantSource clock;
    private final List<Watched> watched = new CopyOnWriteArrayList<>();
    private final Semaphore asked = new Semaphore(0);
    private final Thread thread = Lifelong.platform("reloads", this::look);
    private boolean started;

    public Reloads(Duration period, InstantSource clock) {
        this.period = period;
        this.clock = clock;
    }

    /// Begins to look, and to listen for SIGHUP, which ends a process where nobody does.
    public synchronized Reloads start() {
        UnixSignal.handle("HUP", this::reloadAll);
        started = true;
        lookAfterThem();
        return this;
    }

    private void lookAfterThem() {
        if (started && !watched.isEmpty() && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /// Has the action run whenever the files hold something else than now. The files are asked for anew each time, as
    /// one may name others.
    public synchronized void watch(String name, Supplier<? extends Collection<Path>> files, Reload action) {
        watched.add(new Watched(name, files, action, clock));
        lookAfterThem();
    }

    /// Watches files that are always the same ones, if there are any.
    public void watch(String name, List<Path> files, Reload action) {
        if (!files.isEmpty()) {
            watch(name, () -> files, action);
        }
    }

    /// Has everything read anew, changed or not, and returns before that is done.
    public void reloadAll() {
        asked.release();
    }

    /// Returns how the reloads went, by name.
    public SequencedMap<String, ReloadState> states() {
        var states = new TreeMap<String, ReloadState>();
        watched.forEach(one -> states.put(one.name(), one.state()));
        return states;
    }

    private void look() {
        try {
            while (true) {
                round(asked.tryAcquire(period.toMillis(), TimeUnit.MILLISECONDS));
            }
        } catch (InterruptedException _) {
            // It is closed.
        }
    }

    /// Looks at all of them once.
    @SuppressWarnings("CatchingUnchecked") // the edge: whatever one of them does, the others are looked at
    void round(boolean all) {
        asked.drainPermits();
        for (var one : watched) {
            try {
                if (all) {
                    one.reload();
                } else {
                    one.lookForChange();
                }
            } catch (Exception e) {
                LOG.log(ERROR, "cannot look after " + one.name(), e);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
