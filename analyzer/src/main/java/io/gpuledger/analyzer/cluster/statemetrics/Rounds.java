package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// Walks past all objects now and then: what is not said any more is over; of the others there is a sign of life each
/// ten minutes, and all of it each six hours, so that whatever was lost on the way is made up for. Once all have been
/// told of, a census tells who was not met: those who went while nobody looked.
final class Rounds {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long SIGN_OF_LIFE_MILLIS = 8 * MINUTE_MILLIS;
    private static final long WHOLE_AGAIN_MILLIS = 6 * 60 * MINUTE_MILLIS;
    /// Not all at once.
    private static final long SPREAD_MILLIS = 4 * MINUTE_MILLIS;
    /// By then each object has been told of twice, by who else tells of a part of the same cluster too.
    private static final long CENSUS_MILLIS = 25 * MINUTE_MILLIS;
    private static final long WALK_MILLIS = 15_000;

    private final String cluster;
    private final Ending ending;
    private final Pulse pulse;
    private final Outbox outbox;
    private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    private long walkedMillis = Long.MIN_VALUE;
    private boolean isCounted;
    private long beginMillis;
    private long beginHeard;

    Rounds(String cluster, Ending ending, Pulse pulse, Outbox outbox) {
        this.cluster = cluster;
        this.ending = ending;
        this.pulse = pulse;
        this.outbox = outbox;
    }

    /// From now on all is passed on.
    void begin() {
        beginMillis = pulse.newest();
        beginHeard = pulse.heard();
        isCounted = false;
    }

    void walk(Map<ObjectId, Subject> subjects, boolean isHeard) {
        if (ending == Ending.BY_SILENCE && pulse.newest() < walkedMillis + WALK_MILLIS) {
            return;
        }
        walkedMillis = pulse.newest();
        subjects.values().removeIf(subject -> isOver(subject, isHeard));
        if (isHeard) {
            count();
        }
    }

    private boolean isOver(Subject subject, boolean isHeard) {
        var isTold = isHeard && subject.isKept() && subject.presence().isPassed();
        var over = ending.of(subject.presence(), pulse);
        if (over.isPresent()) {
            if (isTold && isToBeTold(subject.presence())) {
                outbox.add(new Gone(subject.id(), over.get()));
            }
            return true;
        }
        end(subject, isTold);
        if (isTold) {
            kinds.add(subject.id().kind());
            remind(subject);
        }
        return false;
    }

    private static boolean isToBeTold(Known known) {
        return known.wasNow() && !known.isEndPassed();
    }

    private void end(Subject subject, boolean isTold) {
        var over = new ArrayList<Known>(0);
        for (var known : subject.attributes()) {
            ending.of(known, pulse).ifPresent(since -> {
                over.add(known);
                if (isTold && isToBeTold(known)) {
                    outbox.end(subject.id(), since, known.name());
                }
            });
        }
        subject.remove(over, pulse.heard());
    }

    private void remind(Subject subject) {
        var late = Math.floorMod(subject.id().hashCode(), SPREAD_MILLIS);
        if (isWholeDue(subject, late)) {
            subject.wholeAt().ifPresent(millis -> {
                outbox.add(new Whole(subject.id(), millis, subject.all()));
                subject.passedWhole(millis);
                subject.passed(millis);
            });
        } else if (subject.presence().said() - subject.passedMillis() >= SIGN_OF_LIFE_MILLIS + late) {
            outbox.there(subject.id(), subject.presence().said());
            subject.passed(subject.presence().said());
        }
    }

    /// When all that there is to be heard was heard, and nothing of it seems to have ended lately, which may only have
    /// been sent later than the rest.
    private boolean isWholeDue(Subject subject, long late) {
        if (pulse.heard() - subject.endedHeard() < CENSUS_MILLIS) {
            return false;
        }
        return subject.wasWhole()
                ? pulse.newest() - subject.wholeMillis() >= WHOLE_AGAIN_MILLIS + late
                : pulse.heard() - beginHeard >= CENSUS_MILLIS + late;
    }

    private void count() {
        if (!isCounted && pulse.heard() - beginHeard >= CENSUS_MILLIS) {
            isCounted = true;
            kinds.forEach(kind -> outbox.add(new Census(cluster, kind, pulse.newest(), beginMillis)));
        }
    }
}
