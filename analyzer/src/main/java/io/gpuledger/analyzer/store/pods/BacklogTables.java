package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.diagnosis.Backlog;
import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads who waited at an instant and what nodes there were, as it was known by then. Nothing is remembered: a
/// restart changes nothing, and last Tuesday is asked for as now is.
public final class BacklogTables {
    private static final Comparator<WaitingPod> OLDEST_FIRST = Comparator.comparingLong(WaitingPod::created)
            .thenComparing(WaitingPod::cluster)
            .thenComparing(WaitingPod::uid);

    /// The pods that wait, cluster by cluster.
    ///
    /// @param told until when each cluster that has pods had told of them, in milliseconds since 1970
    public record Backlogs(SortedMap<String, Long> told, SortedMap<String, Backlog> byCluster) {
        public Backlogs {
            told = Collections.unmodifiableSortedMap(new TreeMap<>(told));
            byCluster = Collections.unmodifiableSortedMap(new TreeMap<>(byCluster));
        }
    }

    private interface WantedFacts {
        Facts of(FactRows rows, List<WaitingPod> pods) throws DatabaseException;
    }

    private final ReadPool readPool;
    private final Teams teams;

    /// @param teams by which the books find out who pays
    public BacklogTables(Database database, Teams teams) {
        this.readPool = database.readPool();
        this.teams = teams;
    }

    /// Returns those of an instant, in milliseconds since 1970, of one cluster or of all that have pods that
    /// wait. Throws [CannotAskException].
    public Backlogs at(long millis, Optional<String> cluster) {
        return at(new InstantRows(millis), cluster);
    }

    /// Returns the same out of rows that others may ask for, too. Throws [CannotAskException].
    public Backlogs at(InstantRows rows, Optional<String> cluster) {
        return read(rows, cluster, FactRows::facts);
    }

    /// Returns those of one cluster, with what says whether other pods would be made there. Throws
    /// [CannotAskException].
    public Backlogs forProposals(long millis, String cluster) {
        return read(new InstantRows(millis), Optional.of(cluster), FactRows::factsOfProposals);
    }

    private Backlogs read(InstantRows rows, Optional<String> cluster, WantedFacts wanted) {
        return readPool.ask(reading -> {
            reading.planningEach();
            var byCluster = new TreeMap<String, List<WaitingDraft>>();
            cluster.ifPresent(name -> byCluster.put(name, new ArrayList<>()));
            for (var draft : rows.waiting(reading)) {
                if (cluster.map(draft.id().cluster()::equals).orElse(true)) {
                    byCluster
                            .computeIfAbsent(draft.id().cluster(), _ -> new ArrayList<>())
                            .add(draft);
                }
            }
            var told = new WaitingRows(reading, rows.at()).told();
            var backlogs = new TreeMap<String, Backlog>();
            for (var one : byCluster.entrySet()) {
                backlogs.put(one.getKey(), backlog(reading, one.getKey(), one.getValue(), rows, wanted));
            }
            return new Backlogs(told, backlogs);
        });
    }

    /// Returns the names of the clusters that have nodes. Throws [CannotAskException].
    public List<String> clusters() {
        return readPool.ask(reading -> new Query<>(reading.session()).list("""
            select c.name
            from gpu_ledger.cluster c
            where exists (
                select from gpu_ledger.object o
                where o.cluster_id = c.id and o.kind = 'node' and coalesce(o.gone, 'infinity'::timestamptz) = 'infinity'
            )
            order by c.name
            """, row -> row.text(1)));
    }

    /// Returns the cluster that is named, or else the only one; nothing where it is not clear which is meant.
    public static Optional<String> cluster(Optional<String> named, List<String> known) {
        return named.isPresent()
                ? named.filter(known::contains)
                : known.stream().filter(_ -> known.size() == 1).findFirst();
    }

    /// Returns who would pay for pods of a cluster. Throws [CannotAskException].
    public Payers payers(String cluster, long millis) {
        return readPool.ask(reading -> Payers.at(reading.session(), teams, cluster, millis));
    }

    private Backlog backlog(
            ReadSession reading, String cluster, List<WaitingDraft> drafts, InstantRows rows, WantedFacts wanted)
            throws DatabaseException {
        var at = rows.at();
        var namespaces = new ClusterTables(reading.session()).namespaces(cluster, at, at + 1);
        var pods = drafts.stream()
                .map(draft -> draft.pod(team(draft, namespaces, at)))
                .sorted(OLDEST_FIRST)
                .toList();
        var each = pods.stream().anyMatch(BacklogTables::asksWhoIsNear);
        var facts = new FactRows(reading, cluster, at);
        var around = new Surroundings(
                Optional.empty(), new DeviceRows(facts).devices(pods), NamespaceLabels.at(reading, cluster, at));
        var found = wanted.of(facts, pods);
        var sums = rows.sums(reading, cluster);
        var places = new Places(new PlaceRows(reading, cluster, at).withResidents(sums, each), around);
        var products = rows.products(reading);
        return new Backlog(pods, places, node -> products.of(cluster, node), found);
    }

    private String team(WaitingDraft draft, Map<String, Timeline<SortedMap<String, String>>> namespaces, long at) {
        return teams.of(draft.id().namespace(), Timeline.always(draft.labels()), namespaces, Hour.of(at));
    }

    private static boolean asksWhoIsNear(WaitingPod pod) {
        return pod.need() instanceof Known(Ask ask) && ask.mindsCompany();
    }
}
