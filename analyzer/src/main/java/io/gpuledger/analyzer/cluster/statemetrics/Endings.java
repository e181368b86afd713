package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Series that were said to have ended: it is passed on as soon as others are said as of then or later, so that it is
/// safe with the request that says it. What is remembered for longer is lost when this program is killed. Where the
/// same is said again after all, it is taken back.
final class Endings {
    /// Of objects that nobody told of.
    private static final int STRANGERS_MAX = 50_000;

    private final Pulse pulse;
    private final Outbox outbox;
    private final Set<Subject> ending = new LinkedHashSet<>();
    /// Objects of which nothing else was told, since this program began: since when they are not said any more.
    private final Map<ObjectId, Long> strangers = new HashMap<>();

    Endings(Pulse pulse, Outbox outbox) {
        this.pulse = pulse;
        this.outbox = outbox;
    }

    /// Some series of it has ended.
    void add(Subject subject) {
        ending.add(subject);
    }

    /// The same of one that is not known.
    void add(ObjectId stranger, long millis) {
        if (strangers.size() < STRANGERS_MAX) {
            strangers.merge(stranger, millis, Math::max);
        }
    }

    /// Of what ended at an instant that others are not told of yet, nothing is known.
    void pass(Map<ObjectId, Subject> known) {
        ending.removeIf(this::isPassed);
        strangers.entrySet().removeIf(stranger -> {
            var isDue = stranger.getValue() <= pulse.newest();
            if (isDue && !known.containsKey(stranger.getKey())) {
                outbox.add(new Gone(stranger.getKey(), stranger.getValue()));
            }
            return isDue;
        });
    }

    /// Another passes them on.
    void forget() {
        ending.clear();
        strangers.clear();
    }

    private boolean isPassed(Subject subject) {
        var presence = subject.presence();
        if (!subject.isKept() || !presence.isPassed()) {
            return true;
        }
        if (presence.hasEnded()) {
            return isPassed(presence, since -> outbox.add(new Gone(subject.id(), since)));
        }
        var all = true;
        for (var known : subject.attributes()) {
            all &= isPassed(known, since -> outbox.end(subject.id(), since, known.name()));
        }
        return all;
    }

    private interface Ended {
        void since(long millis);
    }

    private boolean isPassed(Known known, Ended ended) {
        if (!known.hasEnded() || known.isEndPassed()) {
            return true;
        }
        var since = known.missing().orElseThrow();
        if (since > pulse.newest()) {
            return false;
        }
        ended.since(since);
        known.passEnd();
        return true;
    }
}
