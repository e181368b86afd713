package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.booking.BatchFacts;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.books.Agenda.Item;
import io.gpuledger.analyzer.fleet.ClusterFacts;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.fleet.NodeGpus;
import io.gpuledger.analyzer.fleet.Vacancies;
import io.gpuledger.analyzer.sharing.SharedGpus;
import io.gpuledger.analyzer.store.objects.ClusterTables;
import io.gpuledger.analyzer.store.pods.LensTables;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.RowTables;
import io.gpuledger.analyzer.stranded.Expectations;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;

/// Reads what is stored of some GPUs and of their cluster: all that is needed to book them. It writes nothing.
final class BatchReader {
    /// The pods of a cluster are read from this long before the hours that are booked: no hour waits for a pod that
    /// ended earlier.
    private static final long CLUSTER_REACH = Duration.ofHours(25).toMillis();

    private final RowTables rows;
    private final Rules rules;
    private final NodeGpus nodeGpus;
    private final long now;
    private Optional<ClusterWindow> latest = Optional.empty();

    /// What a cluster was within a window. The last one is kept, as batches of the same cluster and window follow each
    /// other.
    private record ClusterWindow(
            String cluster,
            Span window,
            ClusterFacts facts,
            SharedGpus shared,
            Vacancies vacancies,
            Duration longestQuiet,
            Expectations expectations) {
        boolean isOf(Span hours) {
            return window.from() <= hours.from() && window.to() == hours.to();
        }
    }

    BatchReader(RowTables rows, Rules rules, NodeGpus nodeGpus, long now) {
        this.rows = rows;
        this.rules = rules;
        this.nodeGpus = nodeGpus;
        this.now = now;
    }

    /// Returns the longest quiet run that hours wait for: of those that are usual, and of those that pods ask for.
    static Duration longestQuiet(Session session, Rules rules, long now) throws DatabaseException {
        return rules.longestSaid(new ClusterTables(session).podAnnotations(Rules.IDLE_AFTER, now - CLUSTER_REACH));
    }

    BatchFacts read(Session session, Item item) throws DatabaseException {
        var window = item.window();
        var cluster =
                cluster(session, item.cluster(), item.hours(), !item.carried().isEmpty());
        var around = item.around(cluster.longestQuiet());
        var gpus = nodeGpus.and(item.gpus());
        var told = rows.rows(session, gpus, around.from(), around.to());
        var histories = new HistoryReader(session, cluster.facts(), told, around.from(), now).read(gpus);
        return new BatchFacts(
                window,
                around,
                now,
                gpus,
                item.gpus().stream().map(KnownGpu::id).collect(Collectors.toSet()),
                told,
                histories,
                item.carried(),
                cluster.facts(),
                cluster.shared(),
                cluster.vacancies(),
                nodeGpus,
                cluster.expectations());
    }

    /// @param isOpen whether more hours than these do as well
    private ClusterWindow cluster(Session session, String cluster, Span window, boolean isOpen)
            throws DatabaseException {
        var known = latest.filter(last -> last.cluster().equals(cluster))
                .filter(last -> last.window().equals(window) || (isOpen && last.isOf(window)));
        if (known.isEmpty()) {
            var around = new Span(window.from() - CLUSTER_REACH, Math.max(now, window.to()) + 1);
            var facts = facts(session, cluster, around);
            var vacancies = new Vacancies(nodeGpus, cluster, facts.nodes(), now);
            known = Optional.of(new ClusterWindow(
                    cluster,
                    window,
                    facts,
                    shared(session, cluster, around, facts),
                    vacancies,
                    rules.longest(facts.pods()),
                    new Expectations(
                            new LensTables(session).lenses(cluster, window),
                            LensTables.quotas(session, cluster, window))));
            latest = known;
        }
        return known.get();
    }

    private static SharedGpus shared(Session session, String cluster, Span span, ClusterFacts facts)
            throws DatabaseException {
        var tables = new ClusterTables(session);
        return SharedGpus.of(
                facts,
                tables.objects(cluster, Kind.ASSIGNMENT, span.from(), span.to()),
                tables.objects(cluster, Kind.SHARED_GPU, span.from(), span.to()));
    }

    private ClusterFacts facts(Session session, String cluster, Span span) throws DatabaseException {
        var tables = new ClusterTables(session);
        return new ClusterFacts(
                tables.nodes(cluster, span.from() - Membership.REACH, span.to()),
                tables.pods(cluster, span.from(), span.to()),
                tables.namespaces(cluster, span.from(), span.to()),
                tables.objects(cluster, Kind.TARGET, span.from() - Membership.REACH, span.to())
                        .values(),
                tables.objects(cluster, Kind.WORKLOAD, span.from(), span.to()),
                tables.otherPods(cluster, span.from(), span.to()),
                rules.maintenanceTaints(),
                span.to());
    }
}
