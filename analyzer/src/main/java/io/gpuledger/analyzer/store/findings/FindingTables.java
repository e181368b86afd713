package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes findings down. The same one may be written as often as one likes, and by two analyzers that watch the same
/// GPUs: of what is wrong at a time with the same GPU in the same way there is one row. It says what whoever knows of
/// the latest reading says: another one may not read the GPU any more.
public final class FindingTables {
    private static final String OPEN =
            "select " + FindingRows.COLUMNS + " from gpu_ledger.finding f where f.closed is null";

    private static final String GIVEN = """
        select cluster, node, gpu, instance, kind, detail, severity,
            'epoch'::timestamptz + opened * interval '1 ms' as opened,
            'epoch'::timestamptz + closed * interval '1 ms' as closed,
            'epoch'::timestamptz + told * interval '1 ms' as told,
            evidence, action, string_to_array(nullif(holders, ''), ',') as holders, lost_ms
        from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) as given (cluster, node, gpu, instance, kind, detail,
            severity, opened, closed, told, evidence, action, holders, lost_ms)
        """;
    private static final String SAME = """
        f.cluster = given.cluster and f.kind = given.kind and f.gpu = given.gpu and f.instance = given.instance
            and (f.gpu <> '' or f.node = given.node) and f.detail = given.detail
        """;
    private static final String UPDATE = """
        update gpu_ledger.finding f
        set severity = given.severity, closed = given.closed, told = given.told, evidence = given.evidence,
            action = given.action, holders = coalesce(given.holders, '{}'), lost_ms = given.lost_ms
        from (%s) given
        where f.closed is null and given.told >= f.told and %s
        """.formatted(GIVEN, SAME);
    private static final String INSERT = """
        insert into gpu_ledger.finding (cluster, node, gpu, instance, kind, detail, severity, opened, closed, told,
            evidence, action, holders, lost_ms)
        select given.cluster, given.node, given.gpu, given.instance, given.kind, given.detail, given.severity,
            given.opened, given.closed, given.told, given.evidence, given.action, coalesce(given.holders, '{}'),
            given.lost_ms
        from (%s) given
        where not exists (
            select from gpu_ledger.finding f
            where %s and f.opened <= coalesce(given.closed, 'infinity') and coalesce(f.closed, 'infinity') >= given.opened)
        on conflict do nothing
        """.formatted(GIVEN, SAME);

    private static final String DROP = """
        delete from gpu_ledger.finding
        where id in (
            select id from gpu_ledger.finding
            where closed < 'epoch'::timestamptz + ? * interval '1 ms'
                and (severity = 'info' or closed < 'epoch'::timestamptz + ? * interval '1 ms')
            limit 20000)
        """;

    private final Session session;

    public FindingTables(Session session) {
        this.session = session;
    }

    /// Returns all that are open.
    public List<Finding> open() throws DatabaseException {
        return new Query<>(session)
                .list(OPEN, row -> FindingRows.read(row, 1)).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    /// Writes them down in the order in which they were found.
    public void write(List<Finding> findings) throws DatabaseException {
        for (var some : rounds(findings)) {
            given(some).execute(UPDATE);
            given(some).execute(INSERT);
        }
    }

    /// Drops those that are over and kept no longer, some at a time. Returns how many.
    ///
    /// @param infoFrom from when on those are kept that nobody has to act on
    /// @param from from when on all others are
    public int drop(Instant infoFrom, Instant from) throws DatabaseException {
        return new Query<>(session)
                .number(infoFrom.toEpochMilli())
                .number(from.toEpochMilli())
                .execute(DROP);
    }

    /// Returns the same, in parts that have nothing twice: the same thing may begin and end several times. What is said
    /// of one of these times last is what stands.
    private static List<Collection<Finding>> rounds(List<Finding> findings) {
        record Time(Finding.Key key, long opened) {}
        Map<Time, Finding> last = new LinkedHashMap<>();
        findings.forEach(finding -> last.put(new Time(finding.key(), finding.opened()), finding));
        var rounds = new ArrayList<Map<Finding.Key, Finding>>();
        for (var finding : last.values()) {
            var round = rounds.stream()
                    .filter(some -> !some.containsKey(finding.key()))
                    .findFirst()
                    .orElseGet(() -> {
                        rounds.add(new LinkedHashMap<>());
                        return rounds.getLast();
                    });
            round.put(finding.key(), finding);
        }
        return rounds.stream().<Collection<Finding>>map(Map::values).toList();
    }

    private Query<Finding> given(Collection<Finding> findings) {
        return new Query<>(session, findings)
                .texts(finding -> finding.key().subject().cluster())
                .texts(Finding::node)
                .texts(FindingRows::gpu)
                .texts(FindingRows::instance)
                .texts(finding -> finding.key().kind().word())
                .texts(finding -> finding.key().detail())
                .texts(finding -> finding.severity().word())
                .numbers(Finding::opened)
                .optionalNumbers(finding -> finding.closed().isPresent()
                        ? Optional.of(finding.closed().getAsLong())
                        : Optional.empty())
                .numbers(Finding::told)
                .texts(Finding::evidence)
                .texts(Finding::action)
                .texts(finding -> String.join(",", finding.holders()))
                .numbers(Finding::lostMillis);
    }
}
