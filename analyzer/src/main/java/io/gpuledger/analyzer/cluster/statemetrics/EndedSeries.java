package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Series that were said to have ended: it is passed on as soon as others are said as of then or later, so that it is
/// safe with the request that says it. Until then it is only passed on that nobody says any more that the object is
/// there: the sender's next request may go to another analyzer, such as when this one is killed. Where the same is said
/// again after all, it is taken back.
final class EndedSeries {
    /// So many objects are remembered that nobody told of.
    private static final int STRANGERS_MAX = 50_000;

    private final OriginClock clock;
    private final StatementDrafts drafts;
    /// Objects of which some series have ended since the last time that anything was passed on.
    private final Set<ObjectState> heard = new LinkedHashSet<>();
    /// Objects whose end waits until others are told of: that nobody says them any more has been passed on.
    private final Set<ObjectState> waiting = new LinkedHashSet<>();
    /// Objects of which nothing else was told, since this program began: since when they are not said any more.
    private final Map<ObjectId, Long> strangers = new HashMap<>();
    /// Those of the strangers of which it has been passed on that nobody says them any more.
    private final Set<ObjectId> waitingStrangers = new HashSet<>();

    EndedSeries(OriginClock clock, StatementDrafts drafts) {
        this.clock = clock;
        this.drafts = drafts;
    }

    /// Some series of it has ended.
    void add(ObjectState object) {
        heard.add(object);
    }

    /// The same of one that is not known.
    void add(ObjectId stranger, long millis) {
        if (strangers.size() < STRANGERS_MAX) {
            strangers.merge(stranger, millis, Math::max);
        }
    }

    /// Passes on what has ended. What ended at an instant that others are not told of yet has to wait.
    void pass(Map<ObjectId, ObjectState> known) {
        waiting.removeIf(this::isPassed);
        heard.removeIf(this::isPassed);
        heard.forEach(this::letWait);
        heard.clear();
        strangers.entrySet().removeIf(stranger -> isPassed(stranger.getKey(), stranger.getValue(), known));
    }

    private void letWait(ObjectState object) {
        waiting.add(object);
        if (object.presence().hasEnded()) {
            object.presence().missing().ifPresent(since -> drafts.add(new Unsaid(object.id(), since)));
        }
    }

    private boolean isPassed(ObjectId stranger, long since, Map<ObjectId, ObjectState> known) {
        var isDue = since <= clock.newest();
        if (isDue) {
            waitingStrangers.remove(stranger);
        }
        if (!known.containsKey(stranger)) {
            if (isDue) {
                drafts.add(new Gone(stranger, since));
            } else if (waitingStrangers.add(stranger)) {
                drafts.add(new Unsaid(stranger, since));
            }
        }
        return isDue;
    }

    /// Forgets all of them, as another origin passes them on.
    void forget() {
        heard.clear();
        waiting.clear();
        strangers.clear();
        waitingStrangers.clear();
    }

    private boolean isPassed(ObjectState object) {
        var presence = object.presence();
        if (!object.isKept() || !presence.isPassed()) {
            return true;
        }
        if (presence.hasEnded()) {
            return isPassed(presence, since -> drafts.add(new Gone(object.id(), since)));
        }
        var all = true;
        for (var attribute : object.attributes()) {
            all &= isPassed(attribute, since -> drafts.end(object.id(), since, attribute.name()));
        }
        return all;
    }

    private interface Ended {
        void since(long millis);
    }

    private boolean isPassed(AttributeState attribute, Ended ended) {
        if (!attribute.hasEnded() || attribute.isEndPassed()) {
            return true;
        }
        var since = attribute.missing().orElseThrow();
        if (since > clock.newest()) {
            return false;
        }
        ended.since(since);
        attribute.passEnd();
        return true;
    }
}
