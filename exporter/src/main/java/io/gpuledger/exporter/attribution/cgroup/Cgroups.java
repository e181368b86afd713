package io.gpuledger.exporter.attribution.cgroup;

import io.gpuledger.exporter.attribution.ProcessOrigin;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Absent;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Known;
import io.gpuledger.exporter.attribution.cgroup.Whereabouts.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;

/// Finds out where processes run, from what `/proc` says of their control groups. For one thread.
///
/// A pid may be another process's by the time that it is asked for again, or even while its files are read; so what was
/// found out is kept with the start of the process, and holds for the process that has both.
public final class Cgroups {
    /// More than GPUs of one node have processes at a time.
    private static final int KEPT_MAX = 4_096;

    private final Path proc;
    private final int keptMax;
    /// Processes are kept by pid, in the order in which they were last asked for.
    private final LinkedHashMap<Integer, Kept> kept = new LinkedHashMap<>();

    /// What was found out about a process.
    private record Kept(String start, ProcessOrigin origin) {}

    /// @param proc the node's `/proc`, wherever it is mounted
    public Cgroups(Path proc) {
        this(proc, KEPT_MAX);
    }

    Cgroups(Path proc, int keptMax) {
        this.proc = proc;
        this.keptMax = keptMax;
    }

    public Whereabouts of(int pid) {
        var process = new ProcessFolder(proc.resolve(Integer.toString(pid)));
        var before = Optional.ofNullable(kept.remove(pid));
        try {
            return of(pid, process, before);
        } catch (IOException e) {
            return process.isGone() ? new Absent() : new Unreadable(reason(e));
        }
    }

    private Whereabouts of(int pid, ProcessFolder process, Optional<Kept> before) throws IOException {
        var start = process.start();
        var known = before.filter(found -> found.start().equals(start)).map(Kept::origin);
        var origin = known.isPresent() ? known.get() : Membership.read(process.cgroup());
        if (known.isEmpty() && !process.start().equals(start)) {
            // It ended while it was read of, and another has its pid.
            return new Absent();
        }
        keep(pid, new Kept(start, origin));
        return new Known(origin);
    }

    /// A process enters its container, or its job, before it runs what it is there for, and never leaves it. One that
    /// is nowhere may still be on its way.
    private void keep(int pid, Kept found) {
        if (found.origin().equals(ProcessOrigin.NOWHERE)) {
            return;
        }
        kept.putLast(pid, found);
        if (kept.size() > keptMax) {
            kept.pollFirstEntry();
        }
    }

    private static String reason(IOException e) {
        return Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
    }
}
