package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Keeps what one Alertmanager was told of findings, and which ones it may have to be told of.
public final class NoticeTables {
    private static final String FINDINGS = """
        with wanted as (
            select id from gpu_ledger.finding where closed is null
            union
            select finding_id from gpu_ledger.finding_notice where alertmanager = ? and resolved is null
            union
            select finding_id from gpu_ledger.finding_notice
            where alertmanager = ? and resolved > 'epoch'::timestamptz + ? * interval '1 ms')
        select f.id, (extract(epoch from f.found) * 1000)::bigint, %s
        from wanted
        join gpu_ledger.finding f using (id)
        order by array_position(array['critical', 'warning', 'info'], f.severity), f.opened, f.id
        limit ?
        """.formatted(FindingRows.COLUMNS);
    private static final String NOTICES = """
        select finding_id, severity, (extract(epoch from fired) * 1000)::bigint,
            (extract(epoch from resolved) * 1000)::bigint
        from gpu_ledger.finding_notice
        where alertmanager = ? and (resolved is null or resolved > 'epoch'::timestamptz + ? * interval '1 ms')
        """;
    private static final String BEGIN = """
        insert into gpu_ledger.finding_notice as n (finding_id, alertmanager, severity)
        select f.id, ?, given.severity
        from unnest(?, ?) as given (id, severity)
        join gpu_ledger.finding f on f.id = given.id
        on conflict on constraint finding_notice_pkey do update
            set fired = null, resolved = null
            where n.resolved is not null
        """;
    private static final String FIRED = """
        update gpu_ledger.finding_notice n
        set fired = 'epoch'::timestamptz + ? * interval '1 ms'
        from unnest(?, ?) as given (id, severity)
        where n.finding_id = given.id and n.severity = given.severity and n.alertmanager = ? and n.fired is null
        """;
    private static final String RESOLVED = """
        update gpu_ledger.finding_notice n
        set resolved = 'epoch'::timestamptz + ? * interval '1 ms'
        from unnest(?, ?) as given (id, severity)
        where n.finding_id = given.id and n.severity = given.severity and n.alertmanager = ? and n.resolved is null
        """;
    private static final int FIRST = 3;

    private final Session session;
    private final String alertmanager;

    /// @param alertmanager its URL
    public NoticeTables(Session session, String alertmanager) {
        this.session = session;
        this.alertmanager = alertmanager;
    }

    /// Returns the findings that are open, and those of which it was told and that are not over for it since long:
    /// the gravest first.
    ///
    /// @param resolvedAfter what it knows to be over since before this is left out
    public List<KeptFinding> findings(Instant resolvedAfter, int limit) throws DatabaseException {
        return new Query<>(session)
                        .text(alertmanager)
                        .text(alertmanager)
                        .number(resolvedAfter.toEpochMilli())
                        .number(limit)
                        .list(FINDINGS, NoticeTables::finding)
                        .stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static Optional<KeptFinding> finding(ResultRow row) throws DatabaseException {
        var id = row.longNumber(1);
        var found = Instant.ofEpochMilli(row.longNumber(2));
        return FindingRows.read(row, FIRST).map(finding -> new KeptFinding(id, found, finding));
    }

    /// Returns what it was told.
    ///
    /// @param resolvedAfter what it knows to be over since before this is left out
    public List<Notice> notices(Instant resolvedAfter) throws DatabaseException {
        return new Query<>(session)
                .text(alertmanager).number(resolvedAfter.toEpochMilli()).list(NOTICES, NoticeTables::notice).stream()
                        .flatMap(Optional::stream)
                        .toList();
    }

    private static Optional<Notice> notice(ResultRow row) throws DatabaseException {
        var id = row.longNumber(1);
        var severity = Severity.ofWord(row.text(2));
        var fired = row.optionalLongNumber(3).map(Instant::ofEpochMilli);
        var resolved = row.optionalLongNumber(4).map(Instant::ofEpochMilli);
        return severity.map(known -> new Notice(new Notice.Key(id, known), fired, resolved));
    }

    /// Notes that word of these is about to be sent, for the first time or anew after they were over.
    public void begin(Collection<Notice.Key> keys) throws DatabaseException {
        given(new Query<>(session, keys).text(alertmanager)).execute(BEGIN);
    }

    /// Notes that it took word that these are open.
    public void fired(Collection<Notice.Key> keys, Instant at) throws DatabaseException {
        given(new Query<>(session, keys).number(at.toEpochMilli()))
                .text(alertmanager)
                .execute(FIRED);
    }

    /// Notes that it took word that these are over.
    public void resolved(Collection<Notice.Key> keys, Instant at) throws DatabaseException {
        given(new Query<>(session, keys).number(at.toEpochMilli()))
                .text(alertmanager)
                .execute(RESOLVED);
    }

    private static Query<Notice.Key> given(Query<Notice.Key> query) {
        return query.numbers(Notice.Key::finding).texts(key -> key.severity().word());
    }
}
