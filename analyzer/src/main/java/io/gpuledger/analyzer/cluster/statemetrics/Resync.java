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
final class Resync {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long SIGN_OF_LIFE_MILLIS = 8 * MINUTE_MILLIS;
    private static final long WHOLE_AGAIN_MILLIS = 6 * 60 * MINUTE_MILLIS;
    /// This spreads reminders over some minutes, so that they do not all come at once.
    private static final long SPREAD_MILLIS = 4 * MINUTE_MILLIS;
    /// By then each object has been told of twice, by who else tells of a part of the same cluster too.
    private static final long CENSUS_MILLIS = 25 * MINUTE_MILLIS;
    private static final long WALK_MILLIS = 15_000;

    private final String cluster;
    private final EndRule ending;
    private final OriginClock clock;
    private final StatementDrafts drafts;
    private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    private long walkedMillis = Long.MIN_VALUE;
    private boolean isCounted;
    private long beginMillis;
    private long beginActive;

    Resync(String cluster, EndRule ending, OriginClock clock, StatementDrafts drafts) {
        this.cluster = cluster;
        this.ending = ending;
        this.clock = clock;
        this.drafts = drafts;
    }

    /// From now on all is passed on.
    void begin() {
        beginMillis = clock.newest();
        beginActive = clock.active();
        isCounted = false;
    }

    void walk(Map<ObjectId, ObjectState> objects, boolean isPreferred) {
        if (ending == EndRule.BY_SILENCE && clock.newest() < walkedMillis + WALK_MILLIS) {
            return;
        }
        walkedMillis = clock.newest();
        objects.values().removeIf(object -> isOver(object, isPreferred));
        if (isPreferred) {
            count();
        }
    }

    private boolean isOver(ObjectState object, boolean isPreferred) {
        var isTold = isPreferred && object.isKept() && object.presence().isPassed();
        var over = ending.of(object.presence(), clock);
        if (over.isPresent()) {
            if (isTold && isToBeTold(object.presence())) {
                drafts.add(new Gone(object.id(), over.get()));
            }
            return true;
        }
        end(object, isTold);
        if (isTold) {
            kinds.add(object.id().kind());
            remind(object);
        }
        return false;
    }

    private static boolean isToBeTold(AttributeState attribute) {
        return attribute.wasNow() && !attribute.isEndPassed();
    }

    private void end(ObjectState object, boolean isTold) {
        var over = new ArrayList<AttributeState>(0);
        for (var attribute : object.attributes()) {
            ending.of(attribute, clock).ifPresent(since -> {
                over.add(attribute);
                if (isTold && isToBeTold(attribute)) {
                    drafts.end(object.id(), since, attribute.name());
                }
            });
        }
        object.remove(over, clock.active());
    }

    private void remind(ObjectState object) {
        var late = Math.floorMod(object.id().hashCode(), SPREAD_MILLIS);
        if (isWholeDue(object, late)) {
            object.wholeAt().ifPresent(millis -> {
                drafts.add(new Whole(object.id(), millis, object.all()));
                object.passedWhole(millis);
                object.passed(millis);
            });
        } else if (object.presence().said() - object.passedMillis() >= SIGN_OF_LIFE_MILLIS + late) {
            drafts.present(object.id(), object.presence().said());
            object.passed(object.presence().said());
        }
    }

    /// When all that there is to be heard was heard, and nothing of it seems to have ended lately, which may only have
    /// been sent later than the rest.
    private boolean isWholeDue(ObjectState object, long late) {
        if (clock.active() - object.endedActive() < CENSUS_MILLIS) {
            return false;
        }
        return object.wasWhole()
                ? clock.newest() - object.wholeMillis() >= WHOLE_AGAIN_MILLIS + late
                : clock.active() - beginActive >= CENSUS_MILLIS + late;
    }

    private void count() {
        if (!isCounted && clock.active() - beginActive >= CENSUS_MILLIS) {
            isCounted = true;
            kinds.forEach(kind -> drafts.add(new Census(cluster, kind, clock.newest(), beginMillis)));
        }
    }
}
