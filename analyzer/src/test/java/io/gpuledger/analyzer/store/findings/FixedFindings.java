package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/// What is wrong, and was, with the four GPUs of the [FixedBooks].
public final class FixedFindings {
    private static final long NOW = FixedBooks.NOW.toEpochMilli();

    private FixedFindings() {}

    /// Writes all, of which one is muted.
    public static void write(Database database) throws DatabaseException {
        write(database, _ -> true);
    }

    /// Writes those findings only.
    public static void write(Database database, Predicate<Finding> isWanted) throws DatabaseException {
        try (var session = database.session()) {
            new FindingTables(session).write(all().stream().filter(isWanted).toList());
            new MuteTables(session)
                    .add(new Mute(
                            0,
                            Optional.empty(),
                            Optional.of("n2"),
                            Optional.empty(),
                            Optional.of("hot"),
                            FixedBooks.NOW.minus(Duration.ofHours(1)),
                            FixedBooks.NOW.plus(Duration.ofDays(2)),
                            "ann",
                            "a fan is <ordered>"));
            session.commit();
            new StatementWriter(session).write(traits());
        }
    }

    /// Two GPUs get another driver on the fourth day of the week, and the other two never had the same VBIOS.
    private static List<Statement> traits() {
        var before = FixedBooks.BEFORE.from();
        var fourth = FixedBooks.WEEK.from() + 3 * 24 * Hour.MILLIS;
        return List.of(
                gpu("east", "GPU-a", before, "driver", "580.95.05", "vbios", "<96.00>"),
                gpu("east", "GPU-b", before, "driver", "580.95.05", "vbios", "97.00"),
                gpu("west", "GPU-c", before, "driver", "570.124.06"),
                gpu("west", "GPU-d", before, "driver", "570.124.06"),
                gpu("west", "GPU-c", fourth, "driver", "580.95.05"),
                gpu("west", "GPU-d", fourth, "driver", "580.95.05"));
    }

    private static Statement gpu(String cluster, String uuid, long millis, String... traits) {
        return Told.part(ObjectId.gpu(new UnitId(cluster, uuid, Optional.empty())), millis, traits);
    }

    private static List<Finding> all() {
        var week = FixedBooks.WEEK.from();
        return List.of(
                xid(new Span(week + 100 * Hour.MILLIS, week + 124 * Hour.MILLIS)),
                open("east", "GPU-a", "n1", FindingKind.THROTTLED_BY_HEAT, "", Severity.WARNING, 30, 2)
                        .holders("vision-prod/serve-0")
                        .finding("Heat held the clocks down for 12 of the last 30 minutes, at 88 °C."),
                open("east", "GPU-a", "n1", FindingKind.HOT, "", Severity.WARNING, 29, 0)
                        .holders("vision-prod/serve-0")
                        .finding("88 °C for 40 minutes; it slows down at 90 °C."),
                open("east", "GPU-b", "n1", FindingKind.HOT, "", Severity.WARNING, 28, 0)
                        .finding("89 °C for 31 minutes; it slows down at 90 °C."),
                open("west", "GPU-c", "n2", FindingKind.HOT, "", Severity.WARNING, 3, 0)
                        .finding("86 °C for 20 minutes; it slows down at 90 °C."),
                open("west", "GPU-d", "n2", FindingKind.GPU_LOST, "", Severity.CRITICAL, 2, 2)
                        .holders("evil/<b>pod</b>")
                        .finding("The driver said at 07:30 that the GPU is lost; nothing was read since."),
                node());
    }

    private static Finding xid(Span open) {
        return new Draft(
                        new Finding.Key(unit("west", "GPU-c"), FindingKind.FATAL_XID, "79"),
                        "n2",
                        Severity.CRITICAL,
                        open.from(),
                        OptionalLong.of(open.to()),
                        open.to(),
                        open.millis(),
                        Set.of("speech/nb-0"))
                .finding("XID 79: the GPU has fallen off the bus.");
    }

    private static Finding node() {
        return new Draft(
                        new Finding.Key(
                                new Subject.OfNode("west", "n3"), FindingKind.STACK, "nvidia-device-plugin-daemonset"),
                        "n3",
                        Severity.INFO,
                        NOW - 90 * 60_000L,
                        OptionalLong.empty(),
                        NOW,
                        0,
                        Set.of())
                .finding("The device plugin waits for its image since 07:58.");
    }

    public static Subject unit(String cluster, String gpu) {
        return new Subject.OfUnit(new UnitId(cluster, gpu, Optional.empty()));
    }

    private static Draft open(
            String cluster,
            String gpu,
            String node,
            FindingKind kind,
            String detail,
            Severity severity,
            int hours,
            int lostHours) {
        return new Draft(
                new Finding.Key(unit(cluster, gpu), kind, detail),
                node,
                severity,
                NOW - hours * Hour.MILLIS,
                OptionalLong.empty(),
                NOW,
                lostHours * Hour.MILLIS,
                Set.of());
    }

    private record Draft(
            Finding.Key key,
            String node,
            Severity severity,
            long opened,
            OptionalLong closed,
            long told,
            long lost,
            Set<String> who) {
        Draft holders(String... pods) {
            return new Draft(key, node, severity, opened, closed, told, lost, Set.of(pods));
        }

        Finding finding(String evidence) {
            return new Finding(
                    key,
                    node,
                    severity,
                    opened,
                    closed,
                    told,
                    evidence,
                    key.kind().action(),
                    who,
                    lost);
        }
    }
}
