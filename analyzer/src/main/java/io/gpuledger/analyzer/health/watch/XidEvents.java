package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.XID;
import static io.gpuledger.analyzer.health.FindingKind.XID_REPEATS;
import static io.gpuledger.analyzer.health.Severity.INFO;
import static io.gpuledger.analyzer.health.Severity.WARNING;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.Xids.Grade;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// XIDs after which the GPU works on: those that are fatal are evidence, and found as such.
///
/// - One is new when its count has grown, or where only the latest is told, when that is another than before. What was
///   counted before the first reading is not: it may be days old.
/// - An application's error is told and asks for nothing, unless it comes within a day to three pods on the same GPU:
///   then it may be the GPU's. To two it comes by chance wherever programs have such errors now and then.
final class XidEvents implements Rule {
    private static final long DAY_MILLIS = 24 * 3_600_000L;
    private static final int EVENTS_MAX = 50;
    private static final int PODS = 3;

    private record Event(int xid, long at, Set<String> holders) {}

    private final Xids xids;
    private List<XidCount> counts = List.of();
    private final List<Event> lately = new ArrayList<>(0);
    private boolean isKnown;

    XidEvents(Xids xids) {
        this.xids = xids;
    }

    @Override
    public void judge(Seen seen, Courses courses) {
        if (!seen.row().isReading()) {
            return;
        }
        var isCounting = (seen.row().values().said() & (Field.OBSERVED_SECONDS.bit() | Field.LOST.bit())) != 0;
        if (!seen.row().xids().equals(counts)) {
            seen.row().xids().forEach(told -> count(told, seen, courses));
            counts = seen.row().xids();
        }
        if (!isCounting) {
            seen.value(Field.LATEST_XID).ifPresent(latest -> latest((int) latest, seen, courses));
        }
        courses.gone(XID, seen.at());
        courses.gone(XID_REPEATS, seen.at());
        isKnown = true;
    }

    private void count(XidCount told, Seen seen, Courses courses) {
        var known = counts.stream()
                .filter(last -> last.xid() == told.xid())
                .mapToLong(XidCount::count)
                .findFirst()
                .orElse(isKnown ? 0 : told.count());
        if (told.count() > known) {
            happened(told.xid(), told.count() - known, seen, courses);
        }
    }

    private void latest(int latest, Seen seen, Courses courses) {
        var last = seen.before().last(Field.LATEST_XID);
        if (latest != 0 && last.isPresent() && (int) last.getAsDouble() != latest) {
            happened(latest, 1, seen, courses);
        }
    }

    private void happened(int number, long times, Seen seen, Courses courses) {
        if (Xids.BUILT_IN.isFatal(number)) {
            return;
        }
        var xid = xids.of(number);
        courses.happened(
                seen.at(),
                new Sign(
                        XID,
                        String.valueOf(number),
                        severity(xid.grade()),
                        () -> "XID %d, %s%s".formatted(number, xid.meaning(), times > 1 ? ", " + times + " times" : ""),
                        xid.remedy().action()));
        if (xid.grade() == Grade.APPLICATION) {
            repeats(number, seen, courses);
        }
    }

    private static Severity severity(Grade grade) {
        return switch (grade) {
            case FATAL -> Severity.CRITICAL;
            case RESET -> WARNING;
            case WATCH, APPLICATION -> INFO;
        };
    }

    private void repeats(int number, Seen seen, Courses courses) {
        lately.removeIf(event -> event.at() < seen.at() - DAY_MILLIS);
        if (lately.size() >= EVENTS_MAX) {
            lately.removeFirst();
        }
        lately.add(new Event(number, seen.at(), seen.pods()));
        var pods = new HashSet<String>();
        lately.stream().filter(event -> event.xid() == number).forEach(event -> pods.addAll(event.holders()));
        if (pods.size() >= PODS) {
            courses.happened(
                    seen.at(),
                    new Sign(
                            XID_REPEATS,
                            String.valueOf(number),
                            WARNING,
                            () -> "XID %d came to %d pods on this GPU within a day".formatted(number, pods.size()),
                            XID_REPEATS.action()));
        }
    }
}
