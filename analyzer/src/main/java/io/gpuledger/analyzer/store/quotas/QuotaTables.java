package io.gpuledger.analyzer.store.quotas;

import io.gpuledger.analyzer.quota.Demand;
import io.gpuledger.analyzer.quota.Quota;
import io.gpuledger.analyzer.quota.QuotaKind;
import io.gpuledger.analyzer.quota.WaitingWork.Place;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Reads which quotas over GPUs stood at an instant, as it was known by then, and who waited for them. Nothing of it is
/// remembered, so that a restart changes nothing.
public final class QuotaTables {
    private static final String TOLD = """
        select c.name, o.kind, (extract(epoch from max(o.last_seen)) * 1000)::bigint
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind in ('resource_quota', 'cluster_queue', 'workload')
        group by c.name, o.kind
        """;

    private final ReadPool readPool;

    public QuotaTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns the quotas that stood at an instant, without who waited for them. Throws [CannotAskException].
    public List<Quota> standing(long millis) {
        return readPool.ask(reading -> {
            var quotas = new ArrayList<Quota>();
            for (var cluster : clusters(reading)) {
                quotas.addAll(cluster.at(millis));
            }
            quotas.sort(Comparator.comparing(Quota::id));
            return quotas;
        });
    }

    /// Returns the same with who waited for them. Throws [CannotAskException].
    ///
    /// @param window the time of which it is asked for how long what waited
    public List<QuotaRow> at(long millis, Optional<Span> window) {
        return readPool.ask(reading -> {
            var rows = new ArrayList<QuotaRow>();
            for (var cluster : clusters(reading)) {
                rows.addAll(rows(cluster, millis, window));
            }
            rows.sort(Comparator.comparing(row -> row.quota().id()));
            return rows;
        });
    }

    private static List<ClusterQuotas> clusters(ReadSession reading) throws DatabaseException {
        var told = new TreeMap<String, Map<Kind, Long>>();
        new Query<>(reading.session())
                .query(
                        TOLD,
                        row -> told.computeIfAbsent(row.text(1), _ -> new EnumMap<>(Kind.class))
                                .put(Kind.ofWord(row.text(2)).orElseThrow(), row.longNumber(3)));
        return told.entrySet().stream()
                .map(one -> new ClusterQuotas(reading, one.getKey(), one.getValue()))
                .toList();
    }

    private static List<QuotaRow> rows(ClusterQuotas cluster, long millis, Optional<Span> window)
            throws DatabaseException {
        var quotas = cluster.at(millis);
        var isAsked = cluster.knowsWork() && quotas.stream().anyMatch(QuotaTables::isQueue);
        Optional<Map<Place, Demand>> waiting = isAsked ? Optional.of(cluster.waiting(millis)) : Optional.empty();
        Optional<Map<Place, Long>> blocked =
                isAsked && window.isPresent() ? Optional.of(cluster.gpuMillis(window.get())) : Optional.empty();
        return quotas.stream()
                .map(quota -> {
                    var place = place(quota);
                    var kind = isQueue(quota) ? Kind.CLUSTER_QUEUE : Kind.RESOURCE_QUOTA;
                    return new QuotaRow(
                            quota,
                            Math.min(millis, cluster.told().getOrDefault(kind, millis)),
                            place.flatMap(its -> waiting.map(all -> all.getOrDefault(its, Demand.NONE))),
                            place.flatMap(its -> blocked.map(all -> all.getOrDefault(its, 0L))));
                })
                .toList();
    }

    /// A ResourceQuota refuses pods, so that there are none that could wait.
    private static Optional<Place> place(Quota quota) {
        return Optional.of(quota)
                .filter(QuotaTables::isQueue)
                .map(queue -> new Place(queue.id().name(), queue.id().resource()));
    }

    private static boolean isQueue(Quota quota) {
        return quota.id().kind() == QuotaKind.CLUSTER_QUEUE;
    }
}
