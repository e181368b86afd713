package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.moves.Move;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How long it took pods of the same maker, in the two weeks before, from when they were first seen until they
/// ran: half of them took no longer. So long may a pod that is moved be gone. Those that ran when they were
/// first seen tell nothing of that.
public final class Restarts {
    private static final long REACH_MILLIS = Duration.ofDays(14).toMillis();

    private static final String TOOK = """
        select o.namespace, told.owner,
            percentile_disc(0.5) within group (order by (extract(epoch from told.ran - o.first_seen) * 1000)::bigint)
        from (
            select 'epoch'::timestamptz + ? * interval '1 ms' as since, 'epoch'::timestamptz + ? * interval '1 ms' as at
        ) asked
        join gpu_ledger.cluster c on c.name = ?
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod' and o.namespace = any(?)
            and o.first_seen > asked.since and o.first_seen <= asked.at
        cross join lateral (
            select max(value) filter (where name = 'owner') as owner,
                min(since) filter (where name = 'phase' and value = 'Running') as ran
            from gpu_ledger.attribute
            where object_id = o.id and since <= asked.at and name in ('owner', 'phase')
        ) told
        where told.owner = any(?) and told.ran > o.first_seen
        group by 1, 2
        """;

    /// Nothing is known.
    public static final Restarts NONE = new Restarts(Map.of());

    private record Maker(String namespace, String owner) {}

    private final Map<Maker, Long> millis;

    private Restarts(Map<Maker, Long> millis) {
        this.millis = Map.copyOf(millis);
    }

    /// Reads them for the pods of some moves.
    ///
    /// @param at in milliseconds since 1970
    static Restarts of(ReadSession reading, String cluster, long at, List<Move> moves) throws DatabaseException {
        var millis = new HashMap<Maker, Long>();
        new Query<>(reading.session())
                .number(at - REACH_MILLIS)
                .number(at)
                .text(cluster)
                .textArray(moves.stream()
                        .map(move -> move.pod().namespace())
                        .distinct()
                        .toList())
                .textArray(moves.stream()
                        .flatMap(move -> move.pod().owner().stream())
                        .distinct()
                        .toList())
                .query(TOOK, row -> millis.put(new Maker(row.text(1), row.text(2)), row.longNumber(3)));
        return new Restarts(millis);
    }

    /// Returns how many milliseconds a pod that is moved may be gone; nothing where none of its maker tells.
    public Optional<Long> of(Move move) {
        return move.pod()
                .owner()
                .flatMap(owner ->
                        Optional.ofNullable(millis.get(new Maker(move.pod().namespace(), owner))));
    }
}
