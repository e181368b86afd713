package io.gpuledger.analyzer.store.outbox;

import static io.gpuledger.analyzer.store.outbox.Transactions.INSTANT;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The addresses that namespaces and pods name, by the teams that paid for them in a week.
public final class AnnotatedAddresses {
    /// The addresses that one namespace or pod names.
    ///
    /// @param text as it is written there
    /// @param where for people
    public record Named(String text, String where) {}

    /// The normal name of the annotation `gpu-ledger.io/mail`.
    private static final String ANNOTATION = "gpu_ledger_io_mail";

    private static final String FIND = """
        with held as (
            select distinct s.team_id, s.workload_id
            from gpu_ledger.workload_sum s
            where s.hour >= %1$s and s.hour < %1$s and s.team_id is not null
        ), places as (
            select distinct h.team_id, w.cluster_id, 'namespace' as kind, '' as namespace, w.namespace as name
            from held h
            join gpu_ledger.workload w on w.id = h.workload_id
            union all
            select distinct h.team_id, o.cluster_id, 'pod', o.namespace, o.pod
            from held h
            join gpu_ledger.owner o on o.workload_id = h.workload_id
        )
        select t.name, p.kind, p.namespace, p.name, latest.value
        from places p
        join gpu_ledger.team t on t.id = p.team_id
        join gpu_ledger.object o
            on o.cluster_id = p.cluster_id and o.kind = p.kind and o.namespace = p.namespace and o.name = p.name
        cross join lateral (
            select value from gpu_ledger.attribute a
            where a.object_id = o.id and a.name = 'annotations' and a.since < %1$s
            order by a.since desc
            limit 1
        ) latest
        where latest.value like '%%"gpu\\_ledger\\_io\\_mail"%%'
        order by t.name, p.kind, p.namespace, p.name
        """.formatted(INSTANT);

    private final Transactions transactions;

    public AnnotatedAddresses(Database database) {
        this.transactions = new Transactions(database);
    }

    /// Returns what was named when the week ended, by team.
    public Map<String, List<Named>> of(Week week) throws DatabaseException {
        var byTeam = new TreeMap<String, List<Named>>();
        var span = week.span();
        transactions.commit(session -> {
            new Query<>(session)
                    .number(span.from())
                    .number(span.to())
                    .number(span.to())
                    .query(FIND, row -> {
                        var where = "pod".equals(row.text(2))
                                ? "pod %s/%s".formatted(row.text(3), row.text(4))
                                : "namespace " + row.text(4);
                        var text = Pairs.of(row.text(5)).getOrDefault(ANNOTATION, "");
                        if (!text.isBlank()) {
                            byTeam.computeIfAbsent(row.text(1), _ -> new ArrayList<>())
                                    .add(new Named(text, where));
                        }
                    });
            return byTeam;
        });
        return byTeam;
    }
}
