package io.gpuledger.service.reload;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collection;
import java.util.function.Supplier;

/// These are some files, what they held when they were last looked at, and what is to be done when that changes.
final class Watched {
    private static final System.Logger LOG = System.getLogger(Watched.class.getName());

    private final String name;
    private final Supplier<? extends Collection<Path>> files;
    private final Reload reload;
    private final InstantSource clock;
    private Contents seen;
    private Contents latest;
    private volatile ReloadState state;

    /// The files are taken to be in force already.
    Watched(String name, Supplier<? extends Collection<Path>> files, Reload reload, InstantSource clock) {
        this.name = name;
        this.files = files;
        this.reload = reload;
        this.clock = clock;
        this.seen = Contents.of(files.get());
        this.latest = seen;
        this.state = new ReloadState(true, clock.instant(), 0);
    }

    String name() {
        return name;
    }

    ReloadState state() {
        return state;
    }

    /// A change counts once it has stood for two looks: before, somebody may still be writing.
    void lookForChange() {
        var now = Contents.of(files.get());
        var stands = now.equals(latest);
        latest = now;
        if (stands && !now.equals(seen)) {
            reload(now);
        }
    }

    void reload() {
        reload(Contents.of(files.get()));
    }

    /// What was refused is not tried again before it changes, so that the log says it once.
    private void reload(Contents before) {
        try {
            reload.run();
            state = state.succeeded(clock.instant());
            LOG.log(INFO, () -> "reloaded " + name);
        } catch (IOException | RuntimeException e) {
            state = state.failed();
            LOG.log(WARNING, () -> "cannot reload " + name + ", what was in force stays so: " + reason(e));
        }
        // Not as they are now: what has changed, or come, while they were read is still to be read.
        seen = before;
    }

    private static String reason(Exception e) {
        // What is thrown for what a file says speaks for itself; the name of a file that is not there does not.
        return e instanceof RuntimeException && e.getMessage() != null ? e.getMessage() : e.toString();
    }
}
