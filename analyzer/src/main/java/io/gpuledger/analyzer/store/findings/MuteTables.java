package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Instant;
import java.util.List;

/// Writes down which findings nobody wants to be told of.
public final class MuteTables {
    private static final String IN_FORCE = """
        select id, cluster, node, gpu, kind, (extract(epoch from since) * 1000)::bigint,
            (extract(epoch from until) * 1000)::bigint, who, reason
        from gpu_ledger.finding_mute
        where until > 'epoch'::timestamptz + ? * interval '1 ms'
        order by until, id
        """;
    private static final String ADD = """
        insert into gpu_ledger.finding_mute (cluster, node, gpu, kind, since, until, who, reason)
        values (?, ?, ?, ?, 'epoch'::timestamptz + ? * interval '1 ms', 'epoch'::timestamptz + ? * interval '1 ms', ?, ?)
        returning id
        """;
    private static final String END = """
        update gpu_ledger.finding_mute set until = 'epoch'::timestamptz + ? * interval '1 ms'
        where id = ? and until > 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    private final Session session;

    public MuteTables(Session session) {
        this.session = session;
    }

    /// Returns those that are in force at an instant, or will be.
    public List<Mute> inForce(Instant at) throws DatabaseException {
        return new Query<>(session)
                .number(at.toEpochMilli())
                .list(
                        IN_FORCE,
                        row -> new Mute(
                                row.longNumber(1),
                                row.optionalText(2),
                                row.optionalText(3),
                                row.optionalText(4),
                                row.optionalText(5),
                                Instant.ofEpochMilli(row.longNumber(6)),
                                Instant.ofEpochMilli(row.longNumber(7)),
                                row.text(8),
                                row.text(9)));
    }

    /// Writes one down, and returns its number.
    public long add(Mute mute) throws DatabaseException {
        return new Query<>(session)
                .optionalText(mute.cluster())
                .optionalText(mute.node())
                .optionalText(mute.gpu())
                .optionalText(mute.kind())
                .number(mute.since().toEpochMilli())
                .number(mute.until().toEpochMilli())
                .text(mute.who())
                .text(mute.reason())
                .one(ADD, row -> row.longNumber(1));
    }

    /// Ends one before its time. Returns whether it was in force.
    public boolean end(long id, Instant at) throws DatabaseException {
        return new Query<>(session)
                        .number(at.toEpochMilli())
                        .number(id)
                        .number(at.toEpochMilli())
                        .execute(END)
                > 0;
    }
}
