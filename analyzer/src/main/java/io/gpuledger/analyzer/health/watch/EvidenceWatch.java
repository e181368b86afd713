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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds what is evidence against a GPU, by the same reasoning as the books: so a finding has the very times that stand
/// as `unhealthy` in them.
///
/// Of a GPU that nothing is said against the last two readings are kept, and reasoned about only when something is: the
/// evidence depends on nothing that is longer ago.
final class EvidenceWatch {
    private final Xids xids;
    private final Map<Evidence, Long> standing = new HashMap<>(0);
    /// Once anything was said against the GPU.
    private Optional<Sickness> sickness = Optional.empty();

    private Optional<Tick> last = Optional.empty();
    private Optional<Tick> lastButOne = Optional.empty();

    /// @param open the findings that were open before
    EvidenceWatch(Xids xids, Collection<Finding> open) {
        this.xids = xids;
        open.forEach(finding -> evidence(finding).forEach(evidence -> standing.put(evidence, finding.opened())));
    }

    void at(Tick tick, Courses courses) {
        var row = tick.row();
        if (!row.isReading()) {
            return;
        }
        if (!isPlain(row)) {
            var known = sickness();
            Stream.of(lastButOne, last, Optional.of(tick))
                    .flatMap(Optional::stream)
                    .forEach(one -> known.read(one.row(), one.instances()));
            tell(known, row.millis(), courses);
            // The next reading is compared with this one, and is reasoned about after it.
            last = Optional.empty();
        }
        lastButOne = last;
        last = Optional.of(tick);
    }

    private Sickness sickness() {
        var known = sickness.orElseGet(() -> Sickness.watching(standing));
        sickness = Optional.of(known);
        return known;
    }

    /// Whether anything stands against the GPU.
    boolean isSick() {
        return sickness.map(Sickness::isSick).orElse(!standing.isEmpty());
    }

    /// The GPU's node has booted.
    void booted(long at, Courses courses) {
        sickness.ifPresent(known -> {
            known.booted(at);
            tell(known, at, courses);
        });
    }

    /// Whether a reading says nothing against the GPU, and nothing that the one before did not say.
    private boolean isPlain(Row row) {
        return !isSick()
                && isNothing(row, Field.LOST)
                && isNothing(row, Field.STUCK)
                && isNothing(row, Field.ROW_REMAP_FAILED)
                && last.map(before -> isSame(row, before.row(), Field.LATEST_XID)
                                && isSame(row, before.row(), Field.RECOVERY_ACTION)
                                && row.xids().equals(before.row().xids()))
                        .orElse(true);
    }

    private static boolean isNothing(Row row, Field field) {
        return row.values().get(field).orElse(0) == 0;
    }

    private static boolean isSame(Row one, Row other, Field field) {
        return one.values().get(field).equals(other.values().get(field));
    }

    /// A GPU that is lost or stuck after a fatal XID, or while it is reset because of one, is found once.
    private void tell(Sickness known, long at, Courses courses) {
        for (var ended : known.takeEnded()) {
            var sign = sign(ended.evidence());
            if (ended.evidence() instanceof FatalXid) {
                courses.stands(ended.span().from(), ended.span().to(), sign);
            }
            courses.ended(sign.kind(), sign.detail(), ended.span().to());
        }
        var now = known.standing();
        var isKnown = now.keySet().stream().anyMatch(FatalXid.class::isInstance);
        now.forEach((evidence, since) -> {
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
