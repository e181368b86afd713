package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.PodSelector;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.moves.Budget;
import io.gpuledger.analyzer.moves.Budgets;
import io.gpuledger.analyzer.moves.PlacedPod;
import io.gpuledger.analyzer.moves.Ties;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads the pods with GPUs that were on nodes at an instant one by one, with what ties each to its node.
///
/// Pods that were made alike have the same spec: each spec is read once.
final class PlacedRows {
    private static final String PLACED = """
        select o.id, o.namespace, o.name, (extract(epoch from o.first_seen) * 1000)::bigint, told.*
        from (select 'epoch'::timestamptz + ? * interval '1 ms' as at) asked
        join gpu_ledger.cluster c on c.name = ?
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod'
            and coalesce(o.gone, 'infinity'::timestamptz) > asked.at and o.first_seen <= asked.at
        cross join lateral (
            select max(value) filter (where name = 'node') as node,
                max(value) filter (where name = 'phase') as phase,
                max(md5(value)) filter (where name = 'spec') as spec,
                max(value) filter (where name = 'owner') as owner,
                max(value) filter (where name = 'labels') as labels,
                max(value) filter (where name = 'annotations') as annotations,
                max(value) filter (where name = 'started') as started,
                max(value) filter (where name = 'priority') as priority,
                max(value) filter (where name = 'group') as member,
                max(value) filter (where name = 'folder') as folder,
                array_agg(name || '=' || value)
                    filter (where (name ^@ 'request.' or name ^@ 'extra.') and value is not null) as requests
            from (
                select distinct on (name) name, value
                from gpu_ledger.attribute
                where object_id = o.id and since <= asked.at
                order by name, since desc
            ) last
        ) told
        where told.node is not null and coalesce(told.phase, '') not in ('Succeeded', 'Failed')
        order by o.id
        """;
    private static final String SPECS = """
        select distinct on (md5(a.value)) md5(a.value), a.value
        from unnest(?::int[]) o (id)
        join gpu_ledger.attribute a on a.object_id = o.id and a.name = 'spec' and a.value is not null
        """;

    private record Row(
            String namespace,
            String name,
            String node,
            long seen,
            Optional<String> spec,
            Optional<String> owner,
            Optional<String> labels,
            Optional<String> annotations,
            Optional<Long> started,
            long priority,
            boolean isInGroup,
            boolean hasFolder,
            List<String> requests) {
        static Row of(ResultRow row) throws DatabaseException {
            return new Row(
                    row.text(2),
                    row.text(3),
                    row.text(5),
                    row.longNumber(4),
                    row.optionalText(7),
                    row.optionalText(8),
                    row.optionalText(9),
                    row.optionalText(10),
                    row.optionalText(11).flatMap(Instants::millis),
                    row.optionalText(12).map(PlacedRows::number).orElse(0L),
                    row.optionalText(13).isPresent(),
                    row.optionalText(14).isPresent(),
                    row.texts(15));
        }
    }

    private final ReadSession reading;
    private final String cluster;
    private final long at;

    /// @param at the instant, in milliseconds since 1970
    PlacedRows(ReadSession reading, String cluster, long at) {
        this.reading = reading;
        this.cluster = cluster;
        this.at = at;
    }

    List<PlacedPod> pods() throws DatabaseException {
        var rows = new ArrayList<Row>();
        var examples = new HashMap<String, Integer>();
        new Query<>(reading.session()).number(at).text(cluster).query(PLACED, result -> {
            var row = Row.of(result);
            rows.add(row);
            var id = result.number(1);
            row.spec().ifPresent(spec -> examples.putIfAbsent(spec, id));
        });
        var asks = asks(examples.values());
        var budgets = budgets();
        return rows.stream().map(row -> pod(row, asks, budgets)).toList();
    }

    /// Returns what specs ask for, by the hash of each.
    private Map<String, Ask> asks(Collection<Integer> examples) throws DatabaseException {
        var asks = new HashMap<String, Ask>();
        new Query<>(reading.session()).numberArray(examples).query(SPECS, row -> {
            if (PodSpec.read("", "", Map.of(), row.text(2)) instanceof Known known) {
                asks.put(row.text(1), known.ask());
            }
        });
        return asks;
    }

    private Budgets budgets() throws DatabaseException {
        var budgets = new Budgets();
        new FactRows(reading, cluster, at)
                .told(List.of(Kind.POD_DISRUPTION_BUDGET))
                .getOrDefault(Kind.POD_DISRUPTION_BUDGET, List.of())
                .forEach(fact -> budgets.add(
                        new Budget(
                                fact.namespace(),
                                fact.name(),
                                Optional.ofNullable(fact.attributes().get(Attribute.DISRUPTIONS_ALLOWED))
                                        .map(PlacedRows::number)
                                        .orElse(0L)),
                        Optional.ofNullable(fact.attributes().get(Attribute.SELECTOR))
                                .flatMap(PodSelector::read)));
        return budgets;
    }

    private static PlacedPod pod(Row row, Map<String, Ask> asks, Budgets budgets) {
        var labels = Pairs.of(row.labels().orElse(""));
        var annotations = row.annotations().orElse("");
        var known = row.spec().flatMap(spec -> Optional.ofNullable(asks.get(spec)));
        var ties = new Ties(
                known,
                row.owner(),
                row.isInGroup(),
                row.hasFolder(),
                labels,
                Pairs.of(annotations),
                budgets.of(row.namespace(), labels));
        return new PlacedPod(
                row.namespace(),
                row.name(),
                row.node(),
                known.map(ask -> ask.of(row.namespace(), labels)).orElseGet(() -> byRequests(row.requests())),
                row.owner(),
                row.priority(),
                Math.max(
                        row.started().orElse(row.seen()),
                        RanRows.saved(annotations).orElse(Long.MIN_VALUE)),
                ties.budget(),
                ties.stay());
    }

    private static Ask byRequests(List<String> requests) {
        var amounts = new TreeMap<String, Long>();
        requests.forEach(request -> {
            var end = request.lastIndexOf('=');
            Requested.resource(request.substring(0, end))
                    .ifPresent(resource -> Resource.amount(resource, request.substring(end + 1))
                            .ifPresent(amount -> amounts.merge(resource, amount, Long::sum)));
        });
        return new Ask(Optional.empty(), amounts, new TreeMap<>(), Optional.empty(), List.of());
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            return 0;
        }
    }
}
