package io.gpuledger.analyzer.health.watch;

import static io.gpuledger.analyzer.health.FindingKind.FATAL_XID;
import static io.gpuledger.analyzer.health.FindingKind.GPU_LOST;
import static io.gpuledger.analyzer.health.FindingKind.GPU_STUCK;
import static io.gpuledger.analyzer.health.FindingKind.NODE_NOT_READY;
import static io.gpuledger.analyzer.health.FindingKind.ROW_REMAP_FAILED;

import io.gpuledger.analyzer.health.Evidence;
import io.gpuledger.analyzer.health.Evidence.Condition;
import io.gpuledger.analyzer.health.Evidence.FatalXid;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Sickness;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.Xids.Grade;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;

/// Finds what is evidence against a GPU, by the same reasoning as the books: so a finding has the very times that stand
/// as `unhealthy` in them.
///
/// Of a GPU that nothing is said against the last two readings are kept, and reasoned about only when something is: the
/// evidence depends on nothing that is longer ago.
final class EvidenceWatch {
    private static final List<Field> TELLING = List.of(Field.LOST, Field.STUCK, Field.ROW_REMAP_FAILED);
    private static final List<Field> CHANGING = List.of(Field.LATEST_XID, Field.RECOVERY_ACTION);
    private static final int KEPT = 2;

    /// @param instances the readings of its instances at the same instant
    private record Tick(Row row, List<Row> instances) {}

    private final Xids xids;
    private final Sickness sickness;
    private final Deque<Tick> unread = new ArrayDeque<>(KEPT + 1);

    /// @param open the findings that were open before
    EvidenceWatch(Xids xids, Collection<Finding> open) {
        this.xids = xids;
        var standing = new HashMap<Evidence, Long>();
        open.forEach(finding -> evidence(finding).forEach(evidence -> standing.put(evidence, finding.opened())));
        this.sickness = Sickness.watching(standing);
    }

    void at(Row row, List<Row> instances, Courses courses) {
        if (!row.isReading()) {
            return;
        }
        var isPlain = isPlain(row);
        unread.add(new Tick(row, instances));
        if (isPlain) {
            while (unread.size() > KEPT) {
                unread.remove();
            }
            return;
        }
        unread.forEach(tick -> sickness.read(tick.row(), tick.instances()));
        unread.clear();
        tell(row.millis(), courses);
        // The next reading is compared with this one.
        unread.add(new Tick(row, instances));
    }

    /// The GPU's node has booted.
    void booted(long at, Courses courses) {
        sickness.booted(at);
        tell(at, courses);
    }

    private boolean isPlain(Row row) {
        if (sickness.isSick() || unread.isEmpty()) {
            return false;
        }
        var last = unread.getLast().row();
        return TELLING.stream().allMatch(field -> row.values().get(field).orElse(0) == 0)
                && CHANGING.stream()
                        .allMatch(field ->
                                row.values().get(field).equals(last.values().get(field)))
                && row.xids().equals(last.xids());
    }

    /// A GPU that is lost or stuck after a fatal XID, or while it is reset because of one, is found once.
    private void tell(long at, Courses courses) {
        for (var ended : sickness.takeEnded()) {
            var sign = sign(ended.evidence());
            if (ended.evidence() instanceof FatalXid) {
                courses.stands(ended.span().from(), ended.span().to(), sign);
            }
            courses.ended(sign.kind(), sign.detail(), ended.span().to());
        }
        var standing = sickness.standing();
        var isKnown = standing.keySet().stream().anyMatch(FatalXid.class::isInstance);
        standing.forEach((evidence, since) -> {
            if (!isKnown || !(evidence == Condition.LOST || evidence == Condition.STUCK)) {
                courses.stands(since, at, sign(evidence));
            }
        });
    }

    private static Collection<Evidence> evidence(Finding finding) {
        return switch (finding.key().kind()) {
            case GPU_LOST -> List.of(Condition.LOST);
            case GPU_STUCK -> List.of(Condition.STUCK);
            case ROW_REMAP_FAILED -> List.of(Condition.ROW_REMAP_FAILED);
            case FATAL_XID ->
                List.of(new FatalXid(Integer.parseInt(finding.key().detail())));
            default -> List.of();
        };
    }

    private Sign sign(Evidence evidence) {
        return switch (evidence) {
            case Condition.LOST -> of(GPU_LOST, "the driver does not find it any more");
            case Condition.STUCK -> of(GPU_STUCK, "a call of the driver for it has not come back");
            case Condition.ROW_REMAP_FAILED -> of(ROW_REMAP_FAILED, "a row of its memory could not be remapped");
            case Condition.NODE_NOT_READY -> of(NODE_NOT_READY, "its node is not ready");
            case FatalXid(var number) -> fatal(number);
        };
    }

    private static Sign of(FindingKind kind, String evidence) {
        return Sign.of(kind, Severity.CRITICAL, () -> evidence);
    }

    private Sign fatal(int number) {
        var xid = xids.of(number);
        return new Sign(
                FATAL_XID,
                String.valueOf(number),
                xid.grade() == Grade.FATAL ? Severity.CRITICAL : Severity.WARNING,
                () -> "XID %d, %s".formatted(number, xid.meaning()),
                xid.remedy().action());
    }
}
