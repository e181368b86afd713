package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds out which findings hit some teams, by whose GPUs these were as the books have it, and leaves of each what
/// these teams are told: their own pods and their own names.
final class HitTeams {
    /// Selects the entries of the GPU that count, which are those by which [FindingAnswers] names teams.
    private static final String ENTRIES = """
        from gpu_ledger.cluster c
        join gpu_ledger.gpu g on g.cluster_id = c.id and g.uuid = f.gpu collate "default" and g.ordinal is null
        cross join lateral (
            select least(coalesce(f.closed, f.told), 'epoch'::timestamptz + ? * interval '1 ms') as at) ends
        join gpu_ledger.entry e on e.gpu_id = g.id
            and e.hour >= least(f.opened - interval '1 day', ends.at - interval '7 days') and e.hour <= ends.at
        join gpu_ledger.team t on t.id = e.team_id and t.name = any (?::text[])
        left join gpu_ledger.owner o on o.id = e.owner_id
        where c.name = f.cluster
            and (e.hour >= greatest(date_trunc('hour', f.opened), ends.at - interval '7 days')
                or e.hour < date_trunc('hour', f.opened) and e.hour >= f.opened - interval '1 day'
                    and o.namespace || '/' || o.pod = any (f.holders))\
        """;

    /// Narrows what is asked of findings. Its parameters are the end of the time that is asked about, and the teams.
    static final String CONDITION =
            "and exists (\n    select " + ENTRIES.indent(4).strip() + ")\n";

    private static final String HOLDERS = """
        select f.id, holder.name
        from unnest(?::int8[]) as asked (id)
        join gpu_ledger.finding f on f.id = asked.id
        cross join lateral (select distinct o.namespace || '/' || o.pod as name %s) holder
        where holder.name = any (f.holders)
        """.formatted(ENTRIES);

    private final Session session;
    private final Set<String> teams;
    private final long until;

    /// @param until the end of the time that is asked about
    HitTeams(Session session, Set<String> teams, long until) {
        this.session = session;
        this.teams = teams;
        this.until = until;
    }

    List<StoredFinding> own(List<StoredFinding> found) throws DatabaseException {
        Map<Long, Set<String>> holders = new HashMap<>();
        new Query<>(session, found)
                .numbers(StoredFinding::id)
                .number(until)
                .textArray(teams)
                .query(
                        HOLDERS,
                        row -> holders.computeIfAbsent(row.longNumber(1), _ -> new HashSet<>())
                                .add(row.text(2)));
        return found.stream()
                .map(one -> one.narrowed(teams, holders.getOrDefault(one.id(), Set.of())))
                .toList();
    }
}
