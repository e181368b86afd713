package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.diagnosis.Blocker;
import io.gpuledger.analyzer.diagnosis.Verdict;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.BacklogTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.kubernetes.ClusterMirror;
import io.gpuledger.simulator.schedule.Reason;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.story.Span;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is said of the pods that wait in drawn stories, held against the reason for which the simulator's scheduler
/// let them wait. Their objects go through an API server, and what is read of them through the database.
@Timeout(600)
class PendingTruthTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long DAY = 86_400;
    private static final List<Long> DAYS = List.of(2L, 5L, 9L, 13L);

    /// What the simulator calls one thing may be one of several here. It takes room that a node has lost for a while,
    /// by a cordon or a taint, for room that others take.
    private static final Map<Reason, Set<Blocker>> SAME = Map.of(
            Reason.GATE, Set.of(Blocker.GATE),
            Reason.QUOTA, Set.of(Blocker.QUEUE),
            Reason.GANG, Set.of(Blocker.CAPACITY, Blocker.FRAGMENTATION, Blocker.HOST_CPU, Blocker.GANG),
            Reason.SKU, Set.of(Blocker.SKU),
            Reason.SELECTOR, Set.of(Blocker.SELECTOR),
            Reason.TAINT, Set.of(Blocker.TAINT),
            Reason.NEVER, Set.of(Blocker.NEVER),
            Reason.HOST_CPU, Set.of(Blocker.HOST_CPU, Blocker.HOST_MEMORY),
            Reason.FRAGMENTATION, Set.of(Blocker.FRAGMENTATION),
            Reason.CAPACITY, Set.of(Blocker.CAPACITY, Blocker.CORDON));

    private TestDatabase test;
    private Database database;

    @BeforeEach
    void open() throws Exception {
        test = TestDatabase.plain();
        database = test.migrated();
    }

    @AfterEach
    void close() {
        database.close();
        test.close();
    }

    @Test
    void each_pod_waits_for_the_reason_that_is_true() throws Exception {
        var seen = new TreeMap<Reason, Integer>();
        for (var seed = 1; seed <= 3; seed++) {
            var story = Drawing.of(seed, 16, new Span(BEGIN, BEGIN + 14 * DAY));
            var cluster = Cluster.of(story).firstEntry().getValue();
            var scheduler = new Scheduler(cluster);
            for (var day : DAYS) {
                var second = BEGIN + day * DAY + seed * 7_001L;
                var verdicts = verdicts("story-%d-%d".formatted(seed, day), cluster, second);
                var waiting = scheduler.waiting(second);
                assertThat(verdicts).hasSize(waiting.size());
                for (var one : waiting.entrySet()) {
                    var pod = one.getKey().pod().namespace() + "/"
                            + one.getKey().pod().name();
                    var verdict = Optional.ofNullable(verdicts.get(pod)).orElseThrow();
                    var reason = one.getValue().reason();
                    assertThat(SAME.get(reason))
                            .as("seed %d, day %d, %s: %s, and %s", seed, day, pod, one.getValue(), verdict.why())
                            .contains(verdict.blocker());
                    seen.merge(reason, 1, Integer::sum);
                }
            }
        }
        System.out.println("pods that waited: " + seen);
        assertThat(seen.keySet())
                .contains(
                        Reason.GANG,
                        Reason.SKU,
                        Reason.SELECTOR,
                        Reason.TAINT,
                        Reason.NEVER,
                        Reason.HOST_CPU,
                        Reason.CAPACITY);
    }

    /// Returns what is said of each pod that waits, by its namespace and name.
    private SortedMap<String, Verdict> verdicts(String name, Cluster cluster, long second) throws Exception {
        var server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        try (var client = server.createClient();
                var mirror = new ClusterMirror(server.createClient(), cluster)) {
            mirror.set(second);
            tell(statements(name, client, second * 1_000));
        } finally {
            server.destroy();
        }
        var verdicts = new TreeMap<String, Verdict>();
        new BacklogTables(database, new Teams("team", Map.of()))
                .at(second * 1_000 + 1, Optional.of(name))
                .byCluster()
                .values()
                .forEach(backlog -> backlog.verdicts()
                        .forEach(verdict -> verdicts.put(
                                verdict.pod().namespace() + "/" + verdict.pod().name(), verdict)));
        return verdicts;
    }

    private static List<Statement> statements(String cluster, KubernetesClient client, long millis) {
        var nodes = client.nodes().list().getItems();
        var pods = client.pods().inAnyNamespace().list().getItems();
        var others = new OtherPods(cluster);
        nodes.forEach(others::seen);
        pods.forEach(others::seen);
        var statements = new ArrayList<Statement>();
        Stream.concat(
                        nodes.stream().flatMap(node -> NodeFacts.observed(node, cluster).stream()),
                        pods.stream().flatMap(pod -> observed(pod, cluster).stream()))
                .forEach(object -> statements.add(new Whole(object.object(), millis, object.attributes())));
        others.changes()
                .forEach(load -> load.observed()
                        .ifPresent(object -> statements.add(new Whole(object.object(), millis, object.attributes()))));
        return statements;
    }

    private static Optional<ObservedObject> observed(Pod pod, String cluster) {
        return PodFacts.observed(pod, cluster, new Annotations(Set.of()));
    }

    private void tell(List<Statement> statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(statements);
        }
    }
}
