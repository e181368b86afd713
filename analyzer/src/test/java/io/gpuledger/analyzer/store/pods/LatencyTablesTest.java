package io.gpuledger.analyzer.store.pods;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.latency.Quantile;
import io.gpuledger.analyzer.latency.Quantile.MoreThan;
import io.gpuledger.analyzer.latency.Quantile.Within;
import io.gpuledger.analyzer.latency.Stage;
import io.gpuledger.analyzer.store.objects.StatementWriter;
import io.gpuledger.analyzer.store.pods.LatencyAnswer.Row;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LatencyTablesTest {
    private static final long SECOND = 1_000;
    private static final long TUESDAY = Instant.parse("2026-03-03T00:00:00Z").toEpochMilli();
    private static final long TEN = TUESDAY + 36_000 * SECOND;
    private static final Span DAY = new Span(TUESDAY, TUESDAY + 86_400 * SECOND);

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

    private void tell(List<Statement> statements) throws Exception {
        try (var session = test.session()) {
            new StatementWriter(session).write(statements);
        }
    }

    private static ObjectId id(String name) {
        return ObjectId.pod("c", "vision", name, "uid-of-" + name);
    }

    private static Part part(ObjectId object, long millis, String... namesAndValues) {
        return Told.part(object, millis, namesAndValues);
    }

    /// Returns a pod of a team that asks for so many GPUs, as it is first told of.
    private static Part made(String name, String team, long gpus, long millis) {
        return part(
                id(name),
                millis,
                "created",
                Instant.ofEpochMilli(millis).toString(),
                "labels",
                Pairs.text(Map.of("team", team)),
                "request.main.nvidia.com/gpu",
                String.valueOf(gpus));
    }

    private static Part condition(String name, String type, boolean isSo, long millis) {
        return part(id(name), millis, "condition." + type, String.valueOf(isSo));
    }

    private static Part scheduled(String name, long millis) {
        return condition(name, "PodScheduled", true, millis);
    }

    private LatencyAnswer ask(PodQuestion question) {
        return new LatencyTables(database, new Teams("team", Map.of("mapped", "by-file"))).answer(question);
    }

    private Row all(Span window) {
        return ask(PodQuestion.of(window, PodDimension.TEAM)).total();
    }

    private static Optional<Quantile> quantile(Row row, Stage stage, double part) {
        return row.of(stage).quantile(part);
    }

    private static Within seconds(long seconds) {
        return new Within(seconds * SECOND);
    }

    private static Row only(LatencyAnswer answer, String... key) {
        var wanted = Arrays.stream(key).map(Optional::of).toList();
        return answer.rows().stream()
                .filter(row -> row.key().equals(wanted))
                .findFirst()
                .orElseThrow();
    }

    /// Six pods that are counted by hand in what follows.
    private void tellOfSix() throws Exception {
        var gate = part(id("gated"), TEN, "gates", "kueue.x-k8s.io/admission");
        var open = new Part(id("gated"), TEN + 600 * SECOND, new TreeMap<>(), new TreeSet<>(List.of("gates")));
        tell(List.of(
                made("quick", "a", 1, TEN),
                scheduled("quick", TEN + 2 * SECOND),
                part(id("quick"), TEN + 10 * SECOND, "phase", "Running"),
                condition("quick", "Ready", true, TEN + 12 * SECOND),
                condition("quick", "Ready", false, TEN + 20 * SECOND),
                condition("quick", "Ready", true, TEN + 30 * SECOND),
                made("next", "a", 2, TEN),
                scheduled("next", TEN + 4 * SECOND),
                made("large", "b", 8, TEN),
                condition("large", "PodScheduled", false, TEN),
                scheduled("large", TEN + 100 * SECOND),
                made("waits", "b", 16, DAY.to() - 3_600 * SECOND),
                made("deleted", "a", 1, TEN),
                new Gone(id("deleted"), TEN + 50 * SECOND),
                made("gated", "b", 4, TEN),
                gate,
                open,
                scheduled("gated", TEN + 605 * SECOND)));
    }

    @Test
    void quantiles_are_those_that_are_found_by_hand() throws Exception {
        tellOfSix();
        var row = all(DAY);

        assertThat(row.pods()).isEqualTo(6);
        assertThat(row.waiting()).as("and three have not run").isEqualTo(4);
        // 2, 4, 5 and 100 s are over, 50 s was left, 3,600 s go on: 5/6, 4/6, 3/6, then one of two, 3/12.
        var scheduled = row.of(Stage.SCHEDULED);
        assertThat(List.of(scheduled.count(), scheduled.waiting(), scheduled.left()))
                .containsExactly(6, 1, 1);
        assertThat(scheduled.quantile(0.5)).contains(seconds(5));
        assertThat(scheduled.quantile(0.75)).contains(seconds(100));
        assertThat(scheduled.quantile(0.9)).contains(new MoreThan(3_600 * SECOND));
        assertThat(quantile(row, Stage.OPENED, 0.99)).contains(seconds(600));
        assertThat(row.of(Stage.OPENED).count()).isEqualTo(1);
        assertThat(quantile(row, Stage.RUNNING, 0.25)).contains(seconds(8));
        assertThat(quantile(row, Stage.READY, 0.99))
                .as("what is ready again was ready")
                .contains(seconds(2));
    }

    @Test
    void pods_are_told_apart_by_what_is_asked() throws Exception {
        tellOfSix();
        var byTeam = ask(PodQuestion.of(DAY, PodDimension.TEAM));
        assertThat(only(byTeam, "a").pods()).isEqualTo(3);
        assertThat(only(byTeam, "b").pods()).isEqualTo(3);
        assertThat(quantile(only(byTeam, "a"), Stage.SCHEDULED, 0.5)).contains(seconds(4));

        var bySize = ask(PodQuestion.of(DAY, PodDimension.TEAM, PodDimension.SIZE));
        assertThat(bySize.rows()).extracting(Row::key).hasSize(5).contains(key("b", "2-4"), key("b", ">8"));
        assertThat(only(bySize, "a", "1").pods()).isEqualTo(2);
        assertThat(only(bySize, "b", "5-8").pods()).isEqualTo(1);

        var few = ask(PodQuestion.of(DAY, PodDimension.SIZE).only(PodDimension.TEAM, "a"));
        assertThat(few.total().pods()).isEqualTo(3);
        assertThat(few.count()).isEqualTo(2);
        assertThat(new PodQuestion(DAY, List.of(PodDimension.SIZE), Map.of(), 0, 1))
                .satisfies(question -> assertThat(ask(question).rows()).hasSize(1));
    }

    private static List<Optional<String>> key(String... words) {
        return Arrays.stream(words).map(Optional::of).toList();
    }

    @Test
    void a_pod_is_of_the_product_of_its_node_as_the_books_have_it() throws Exception {
        var node = ObjectId.named("c", Kind.NODE, "n1");
        tell(List.of(
                part(
                        node,
                        TUESDAY,
                        "labels",
                        Pairs.text(Map.of("nvidia_com_gpu_product", "NVIDIA-A100-SXM4-80GB-SHARED"))),
                made("there", "a", 1, TEN),
                part(id("there"), TEN + SECOND, "node", "n1"),
                scheduled("there", TEN + SECOND),
                made("waits", "a", 1, TEN)));

        var answer = ask(PodQuestion.of(DAY, PodDimension.SKU));

        assertThat(only(answer, "NVIDIA A100-SXM4-80GB").pods()).isEqualTo(1);
        assertThat(answer.rows()).extracting(Row::key).contains(List.of(Optional.empty()));
    }

    @Test
    void teams_are_found_as_the_books_find_them() throws Exception {
        var namespace = ObjectId.named("c", Kind.NAMESPACE, "labelled");
        tell(List.of(
                part(namespace, TUESDAY, "labels", Pairs.text(Map.of("team", "of-namespace"))),
                bare("labelled"),
                bare("mapped"),
                bare("plain"),
                made("p", "of-label", 1, TEN)));

        assertThat(ask(PodQuestion.of(DAY, PodDimension.TEAM)).rows())
                .extracting(Row::key)
                .containsExactlyInAnyOrder(key("of-namespace"), key("by-file"), key("plain"), key("of-label"));
    }

    private static Part bare(String namespace) {
        return part(ObjectId.pod("c", namespace, "p", "u-" + namespace), TEN, "request.main.nvidia.com/gpu", "1");
    }

    @Test
    void where_nobody_tells_of_conditions_a_pod_was_scheduled_when_a_kubelet_took_it() throws Exception {
        tell(List.of(
                made("old", "a", 1, TEN),
                part(
                        id("old"),
                        TEN + 300 * SECOND,
                        "started",
                        Instant.ofEpochMilli(TEN + 7 * SECOND).toString(),
                        "node",
                        "n1",
                        "phase",
                        "Running")));
        var row = all(DAY);
        assertThat(quantile(row, Stage.SCHEDULED, 0.5)).contains(seconds(7));
        assertThat(quantile(row, Stage.RUNNING, 0.5)).contains(seconds(293));
    }

    @Test
    void what_ended_without_a_condition_of_being_ready_ran_and_left() throws Exception {
        tell(List.of(
                made("short", "a", 1, TEN),
                scheduled("short", TEN + SECOND),
                part(
                        id("short"),
                        TEN + 90 * SECOND,
                        "phase",
                        "Succeeded",
                        "finished",
                        Instant.ofEpochMilli(TEN + 31 * SECOND).toString())));
        var row = all(DAY);
        assertThat(quantile(row, Stage.RUNNING, 0.5)).contains(seconds(30));
        assertThat(row.of(Stage.READY).left()).isEqualTo(1);
        assertThat(row.waiting()).isZero();
    }

    @Test
    void last_tuesday_stays_what_it_was() throws Exception {
        tellOfSix();
        var before = figures(all(DAY));
        tell(List.of(
                scheduled("waits", DAY.to() + 60 * SECOND),
                new Gone(id("large"), DAY.to() + 90 * SECOND),
                made("later", "a", 1, DAY.to() + SECOND)));

        assertThat(figures(all(DAY))).isEqualTo(before);
        var wednesday = all(new Span(DAY.to(), DAY.to() + 3_600 * SECOND));
        // The one that waited over midnight with all of its wait, and the later one, which waits still.
        assertThat(wednesday.of(Stage.SCHEDULED).count()).isEqualTo(2);
        assertThat(wednesday.of(Stage.SCHEDULED).quantile(0.5)).contains(seconds(3_660));
    }

    private static List<Object> figures(Row row) {
        var figures = new ArrayList<Object>();
        figures.add(row.pods());
        for (var stage : Stage.ALL) {
            var waits = row.of(stage);
            figures.add(List.of(stage, waits.count(), waits.waiting(), waits.left()));
            List.of(0.25, 0.5, 0.9, 0.99).forEach(part -> figures.add(waits.quantile(part)));
        }
        return figures;
    }

    /// What is told of some pods from ten o'clock on, for an hour. All of it has the instant since which it is so.
    private static List<Statement> drawn(Random random) {
        var statements = new ArrayList<Statement>();
        for (var i = 0; i < 25; i++) {
            var name = "p" + i;
            var at = TEN + random.nextInt(3_000) * SECOND;
            statements.add(made(name, "abc".charAt(random.nextInt(3)) + "", 1 + random.nextInt(9), at));
            statements.add(condition(name, "PodScheduled", false, at));
            if (random.nextInt(4) == 0) {
                statements.add(new Gone(id(name), at + (1 + random.nextInt(100)) * SECOND));
                continue;
            }
            for (var told : List.of("PodScheduled", "ContainersReady", "Ready")) {
                at += (1 + random.nextInt(200)) * SECOND;
                if (random.nextInt(6) > 0) {
                    statements.add(condition(name, told, true, at));
                }
            }
        }
        return statements;
    }

    private void tellInPortions(List<Statement> statements, Random random) throws Exception {
        for (var from = 0; from < statements.size(); ) {
            var to = Math.min(statements.size(), from + 1 + random.nextInt(20));
            tell(statements.subList(from, to));
            from = to;
        }
    }

    private List<Object> answers() {
        var answers = new ArrayList<Object>();
        for (var window : List.of(DAY, new Span(TEN + 600 * SECOND, TEN + 1_800 * SECOND))) {
            answers.add(figures(all(window)));
            ask(PodQuestion.of(window, PodDimension.TEAM, PodDimension.SIZE))
                    .rows()
                    .forEach(row -> answers.add(List.of(row.key(), figures(row))));
        }
        return answers;
    }

    @Test
    void the_order_in_which_it_is_told_and_what_is_told_twice_make_no_difference() throws Exception {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var statements = drawn(random);
        tellInPortions(statements, random);
        var inOrder = answers();
        var again = new ArrayList<>(statements);
        Collections.shuffle(again, random);
        // That something is gone of which nothing was told before is of no use, and is not kept.
        again.sort(Comparator.comparing(Gone.class::isInstance));
        tellInPortions(again, random);
        assertThat(answers()).as("told twice").isEqualTo(inOrder);

        close();
        open();
        tellInPortions(again, random);
        assertThat(answers()).as("told in another order").isEqualTo(inOrder);
    }

    /// While nobody looks, nothing is told. Then all that there is is told of as a whole, as of now, with what says
    /// since when it is so.
    @Test
    void ten_minutes_in_which_nobody_looked_make_no_difference_to_what_says_since_when_it_is_so() throws Exception {
        var seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var statements = drawn(random);
        statements.removeIf(Gone.class::isInstance);
        tellInPortions(statements, random);
        var asIfNothing = answers();

        close();
        open();
        var gap = new Span(TEN + 1_000 * SECOND, TEN + 1_600 * SECOND);
        tellInPortions(
                statements.stream().filter(one -> one.millis() < gap.from()).toList(), random);
        tell(afterwards(
                statements.stream().filter(one -> one.millis() < gap.to()).toList(), gap.to()));
        tellInPortions(
                statements.stream().filter(one -> one.millis() >= gap.to()).toList(), random);
        assertThat(answers()).isEqualTo(asIfNothing);
    }

    /// What an origin says that begins anew: of each object its latest conditions, since they are so, and all of it.
    private static List<Statement> afterwards(List<Statement> before, long now) {
        var conditions = new TreeMap<String, Part>();
        var wholes = new TreeMap<String, TreeMap<String, String>>();
        for (var one : before) {
            var part = (Part) one;
            wholes.computeIfAbsent(part.object().name(), _ -> new TreeMap<>()).putAll(part.attributes());
            var first = part.attributes().firstKey();
            if (first.startsWith("condition.")) {
                conditions.put(part.object().name() + first, part);
            }
        }
        var told = new ArrayList<Statement>(conditions.values());
        wholes.forEach((name, attributes) -> told.add(new Whole(id(name), now, attributes)));
        return told;
    }
}
