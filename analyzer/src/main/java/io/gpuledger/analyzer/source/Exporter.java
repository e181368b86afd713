package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.telemetry.Start;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/// Whoever tells of units, and of itself that it started at some time. A sender may say the one in another request than
/// the other: so what was told lately is remembered, for both to find each other. For several threads at once.
final class Exporter implements Subject {
    /// The last two lives are remembered, as samples of the one before may still come.
    private static final int LIVES_MAX = 2;

    private static final int WAITING_MAX = 64;

    /// A life of the exporter: the start of its process as it was first told, and the first and last instant of which
    /// that was told.
    private record ProcessLife(double started, long from, long to) {
        boolean contains(long millis) {
            return from <= millis && millis <= to;
        }

        ProcessLife and(long millis) {
            return new ProcessLife(started, Math.min(from, millis), Math.max(to, millis));
        }
    }

    /// A unit that it told of at an instant at which nobody knew of which life it was.
    record AwaitingStart(ExportedUnit unit, long millis) {}

    private final List<ProcessLife> lives = new ArrayList<>(1);
    private final Deque<AwaitingStart> waiting = new ArrayDeque<>(0);

    /// It says when it started.
    ///
    /// @param millis when it says so
    synchronized void started(double seconds, long millis) {
        for (var i = 0; i < lives.size(); i++) {
            if (Start.isSame(lives.get(i).started(), seconds)) {
                lives.set(i, lives.get(i).and(millis));
                return;
            }
        }
        if (lives.size() == LIVES_MAX) {
            lives.removeFirst();
        }
        lives.add(new ProcessLife(seconds, millis, millis));
    }

    /// When it had started that tells of a unit at an instant; where that is not known yet, it may be found later.
    synchronized OptionalDouble startOf(ExportedUnit unit, long millis) {
        var start = start(millis);
        if (start.isEmpty() && !lives.isEmpty()) {
            waiting.add(new AwaitingStart(unit, millis));
            if (waiting.size() > WAITING_MAX) {
                waiting.removeFirst();
            }
        }
        return start;
    }

    synchronized OptionalDouble start(long millis) {
        return lives.stream()
                .filter(life -> life.contains(millis))
                .mapToDouble(ProcessLife::started)
                .findFirst();
    }

    /// Returns the waiting samples whose life is known by now, and lets them wait no longer.
    synchronized List<AwaitingStart> found() {
        var found =
                waiting.stream().filter(one -> start(one.millis()).isPresent()).toList();
        waiting.removeAll(found);
        return found;
    }
}
