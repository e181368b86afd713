package io.gpuledger.analyzer.store.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.interruption.Gang;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.placement.PodRun;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Few pods are read of all that there are. What is found must be what is found by reading all of them.
class RunPodsTest {
    private static final Teams TEAMS = new Teams("team", Map.of());
    private static final int GPUS = 9;
    private static final Set<String> OF_OTHER_KINDS = Set.of("CronJob", "Deployment", "StatefulSet");
    /// From a pod's maker, owners are followed up through so many levels, and no further.
    private static final int LEVELS = 8;

    private record Ran(SeenPod pod, Run run, Optional<Workload> maker) {}

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

    private DrawnPods drawn(long seed) throws Exception {
        var drawn = DrawnPods.of(seed);
        try (var session = test.session()) {
            new StatementWriter(session).write(drawn.told());
        }
        return drawn;
    }

    private List<Ran> all() {
        return database.readPool().ask(reading -> {
            var all = new ArrayList<Ran>();
            new PodRows(reading.session(), TEAMS)
                    .ran(DrawnPods.DAY, (pod, run, maker) -> all.add(new Ran(pod, run, maker)));
            return all;
        });
    }

    private List<PodRun> taken(List<RunPods.Name> hit, Optional<String> cluster) {
        return database.readPool().ask(reading -> {
            var taken = new ArrayList<PodRun>();
            new RunPods(reading, DrawnPods.DAY, cluster).read(hit, taken::add);
            return taken;
        });
    }

    private static PodRun pod(Ran ran) {
        var pod = ran.pod();
        return new PodRun(pod.cluster(), pod.namespace() + "/" + pod.name(), ran.run(), pod.succeeded());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void of_all_pods_those_that_were_taken_are_found_as_they_are(long seed) throws Exception {
        var names = drawn(seed).names();
        var all = all();
        var west = all.stream().filter(ran -> ran.pod().cluster().equals("west"));

        assertThat(all).hasSizeGreaterThan(100);
        assertThat(taken(names, Optional.empty()))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().map(RunPodsTest::pod).toList());
        assertThat(taken(names, Optional.of("west")))
                .containsExactlyInAnyOrderElementsOf(west.map(RunPodsTest::pod).toList());
        assertThat(taken(List.of(), Optional.empty()))
                .hasSizeLessThan(all.size())
                .containsAll(all.stream()
                        .map(RunPodsTest::pod)
                        .filter(pod -> pod.run().interruption().isPresent())
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void large_workloads_are_those_that_are_found_among_all_pods(long seed) throws Exception {
        var _ = drawn(seed);
        var day = PodQuestion.of(DrawnPods.DAY);

        var found = 0;
        for (var question : List.of(
                day,
                day.only(PodDimension.CLUSTER, "east"),
                day.only(PodDimension.NAMESPACE, "ai"),
                day.only(PodDimension.TEAM, "vision"),
                day.only(PodDimension.SIZE, "8").only(PodDimension.CLUSTER, "west"))) {
            var rows = new GangTables(database, TEAMS).answer(question, GPUS).rows();
            assertThat(gangs(rows)).as("%s", question.only()).isEqualTo(ofAll(question));
            found += rows.size();
        }
        assertThat(found).isGreaterThan(5);
    }

    private static Map<Workload, Gang> gangs(List<GangTables.Row> rows) {
        var gangs = new HashMap<Workload, Gang>();
        rows.forEach(row -> gangs.put(row.workload(), row.gang()));
        return gangs;
    }

    private Map<Workload, Gang> ofAll(PodQuestion question) {
        Map<Workload, List<Run>> runs = new HashMap<>();
        for (var ran : all()) {
            if (question.wants(ran.pod())) {
                ran.maker()
                        .map(RunPodsTest::top)
                        .ifPresent(top -> runs.computeIfAbsent(top, _ -> new ArrayList<>())
                                .add(ran.run()));
            }
        }
        var gangs = new HashMap<Workload, Gang>();
        runs.forEach((workload, its) -> {
            var kind = workload.owner().replaceFirst("/.*", "");
            if (!OF_OTHER_KINDS.contains(kind)) {
                Gang.of(DrawnPods.DAY, its)
                        .filter(gang -> gang.gpus() >= GPUS)
                        .ifPresent(gang -> gangs.put(workload, gang));
            }
        });
        return gangs;
    }

    private static Workload top(Workload maker) {
        var owner = maker.owner();
        for (var level = 1; level < LEVELS; level++) {
            owner = DrawnPods.OWNERS.getOrDefault(owner, owner);
        }
        return new Workload(maker.cluster(), maker.namespace(), owner);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void who_pays_is_said_as_of_all_pods(long seed) throws Exception {
        var _ = drawn(seed);
        Map<Workload, Set<String>> teams = new HashMap<>();
        for (var ran : all()) {
            ran.maker()
                    .map(RunPodsTest::top)
                    .ifPresent(top -> teams.computeIfAbsent(top, _ -> new HashSet<>())
                            .add(ran.pod().team()));
        }

        var rows = new GangTables(database, TEAMS)
                .answer(PodQuestion.of(DrawnPods.DAY), GPUS)
                .rows();

        assertThat(rows)
                .isNotEmpty()
                .allMatch(row -> teams.getOrDefault(row.workload(), Set.of()).contains(row.team()));
    }
}
