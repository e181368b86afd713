package io.gpuledger.analyzer.store.writer;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.samples.RandomRows;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementWriterTest {
    private static final InstantSource CLOCK = InstantSource.fixed(RandomRows.NOW);
    private static final long NOW = RandomRows.NOW.toEpochMilli();
    private static final ObjectId NODE = ObjectId.named("c", Kind.NODE, "node-1");
    private static final String ROWS = """
        select o.name, a.name, (extract(epoch from a.since) * 1000)::bigint - %d, a.value
        from gpu_ledger.attribute a
        join gpu_ledger.object o on o.id = a.object_id
        order by 1, 2, 3
        """.formatted(NOW);

    private final QueuedBacklog backlog = new QueuedBacklog();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private TestDatabase test;

    @BeforeEach
    void start() throws Exception {
        test = TestDatabase.fresh(Flavour.PLAIN);
        open.add(test);
        var database = test.open(metrics);
        open.add(database);
        open.add(SampleWriter.start(
                backlog,
                database,
                WrittenListener.nobody(),
                new Retention(Duration.ofDays(14), Timekeeper.trusting(CLOCK)),
                new Pace(Duration.ofMillis(1), new Backoff(Duration.ofMillis(5), Duration.ofMillis(50), new Random(1))),
                CLOCK,
                metrics));
    }

    @AfterEach
    void close() throws Exception {
        for (var part : open.reversed()) {
            part.close();
        }
    }

    private void tell(Statement... statements) throws Exception {
        tell(List.of(statements));
    }

    private void tell(List<Statement> statements) throws Exception {
        backlog.put(List.of(), statements).get(60, SECONDS);
    }

    private static Statement part(long second, String... namesAndValues) {
        return part(NODE, second, Map.of(), namesAndValues);
    }

    private static Statement part(ObjectId object, long second, Map<String, String> more, String... namesAndValues) {
        var attributes = new TreeMap<>(more);
        for (var i = 0; i < namesAndValues.length; i += 2) {
            attributes.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Part(object, NOW + second, attributes, new TreeSet<>());
    }

    private static Statement ended(long second, String... names) {
        return new Part(NODE, NOW + second, new TreeMap<>(), new TreeSet<>(List.of(names)));
    }

    @Test
    void a_row_is_written_only_where_something_changed() throws Exception {
        tell(part(1, "cordoned", "false"), part(2, "cordoned", "false"));
        tell(part(3, "cordoned", "true"), part(4, "cordoned", "true"), part(5));
        tell(part(6, "cordoned", "false"));

        assertThat(test.rows(ROWS))
                .containsExactly(
                        "node-1|cordoned|1|false",
                        "node-1|cordoned|3|true",
                        "node-1|cordoned|6|false",
                        "node-1|present|1|true");
    }

    @Test
    void late_word_finds_its_place() throws Exception {
        tell(part(1, "cordoned", "false"), part(9, "cordoned", "true"));
        tell(part(5, "cordoned", "true"));
        tell(part(3, "cordoned", "false"));

        assertThat(test.rows(ROWS))
                .containsExactly("node-1|cordoned|1|false", "node-1|cordoned|5|true", "node-1|present|1|true");
    }

    @Test
    void what_is_not_in_all_that_is_told_is_gone() throws Exception {
        tell(part(1, "a", "1", "b", "2"));
        tell(new Whole(NODE, NOW + 2, new TreeMap<>(Map.of("b", "3"))));
        tell(part(3, "a", "1"));
        tell(ended(4, "a", "never"));

        assertThat(test.rows(ROWS))
                .containsExactly(
                        "node-1|a|1|1",
                        "node-1|a|2|null",
                        "node-1|a|3|1",
                        "node-1|a|4|null",
                        "node-1|b|1|2",
                        "node-1|b|2|3",
                        "node-1|present|1|true");
    }

    @Test
    void an_object_goes_and_may_come_back() throws Exception {
        var gone = "select name, (extract(epoch from gone) * 1000)::bigint - %d from gpu_ledger.object".formatted(NOW);
        tell(part(1, "a", "1"));
        tell(new Gone(NODE, NOW + 5));

        assertThat(test.rows(gone)).containsExactly("node-1|5");

        tell(part(7));

        assertThat(test.rows(gone)).containsExactly("node-1|null");
        assertThat(test.rows(ROWS))
                .containsExactly(
                        "node-1|a|1|1", "node-1|present|1|true", "node-1|present|5|null", "node-1|present|7|true");
    }

    @Test
    void who_was_told_of_later_was_not_gone_before() throws Exception {
        tell(part(1, "a", "1"));
        tell(part(9));
        tell(new Gone(NODE, NOW + 5));

        assertThat(test.rows(ROWS)).containsExactly("node-1|a|1|1", "node-1|present|1|true");
    }

    @Test
    void who_is_told_of_from_the_newest_week_back_was_gone_before_he_came_back() throws Exception {
        var day = Duration.ofDays(1).toMillis();
        tell(part(0, "a", "1"), part(day));
        tell(part(-7 * day, "a", "1"));
        tell(new Gone(NODE, NOW - 3 * day));
        tell(part(-2 * day, "a", "1"), part(-day));

        assertThat(test.rows(ROWS))
                .contains(
                        "node-1|present|" + -7 * day + "|true",
                        "node-1|present|" + -3 * day + "|null",
                        "node-1|present|" + -2 * day + "|true");
    }

    @Test
    void of_whom_nobody_told_it_is_not_kept_that_he_is_gone() throws Exception {
        tell(new Gone(NODE, NOW + 5));

        assertThat(test.rows("select name from gpu_ledger.object")).isEmpty();
    }

    @Test
    void whoever_a_census_did_not_meet_is_gone() throws Exception {
        var other = ObjectId.named("c", Kind.NODE, "node-2");
        var namespace = ObjectId.named("c", Kind.NAMESPACE, "vision");
        tell(part(1, "a", "1"), part(other, 1, Map.of()), part(namespace, 1, Map.of()));
        tell(part(12), new Census("c", Kind.NODE, NOW + 20, NOW + 10));

        assertThat(test.rows("select name from gpu_ledger.object where gone is null order by 1"))
                .containsExactly("node-1", "vision");
        assertThat(test.rows(ROWS)).contains("node-2|present|10|null");
    }

    /// Whoever heard that nobody says it any more may not have lived to hear of the others.
    @Test
    void whoever_is_unsaid_is_gone_since_then_once_others_were_told_of_for_long() throws Exception {
        var other = ObjectId.named("c", Kind.NAMESPACE, "vision");
        var minute = Duration.ofMinutes(1).toMillis();
        tell(part(0, "a", "1"), part(other, 0, Map.of()));
        tell(new Unsaid(NODE, NOW + minute));
        tell(part(other, 20 * minute, Map.of()));
        assertThat(test.rows(ROWS)).noneMatch(row -> row.startsWith("node-1|present|" + minute));

        tell(part(other, 21 * minute, Map.of()));
        assertThat(test.rows(ROWS)).contains("node-1|present|" + minute + "|null");
        assertThat(test.rows("select name from gpu_ledger.object where unsaid is not null"))
                .isEmpty();
    }

    @Test
    void whoever_is_told_of_again_is_not_gone_for_having_been_unsaid() throws Exception {
        var other = ObjectId.named("c", Kind.NAMESPACE, "vision");
        var minute = Duration.ofMinutes(1).toMillis();
        tell(part(0, "a", "1"), part(other, 0, Map.of()));
        tell(new Unsaid(NODE, NOW + minute), new Unsaid(other, NOW + minute));
        tell(part(minute), part(other, 10 * minute, Map.of()));
        tell(new Unsaid(NODE, NOW + minute / 2));
        assertThat(test.rows("select name from gpu_ledger.object where unsaid is not null"))
                .isEmpty();

        tell(part(other, 120 * minute, Map.of()));
        assertThat(test.rows(ROWS)).containsExactly("node-1|a|0|1", "node-1|present|0|true", "vision|present|0|true");
    }

    /// kube-state-metrics is away, and pages of exporters are scraped all the same.
    @Test
    void that_targets_are_there_says_nothing_of_who_is_unsaid() throws Exception {
        var minute = Duration.ofMinutes(1).toMillis();
        tell(part(0, "a", "1"));
        tell(new Unsaid(NODE, NOW + minute));
        tell(part(ObjectId.named("c", Kind.TARGET, "http://n/metrics"), 60 * minute, Map.of()));

        assertThat(test.rows(ROWS)).noneMatch(row -> row.startsWith("node-1|present|" + minute));
    }

    @Test
    void what_was_made_before_it_was_told_of_was_there_then() throws Exception {
        var pod = ObjectId.pod("c", "vision", "train-0", "u-1");
        tell(part(pod, 1, Map.of("created", "2020-02-03T04:05:06Z")));

        assertThat(test.rows("select first_seen at time zone 'UTC', uid from gpu_ledger.object"))
                .containsExactly("2020-02-03 04:05:06|u-1");
    }

    @Test
    void what_the_database_refuses_is_left_out_alone() throws Exception {
        tell(part(1, "a", "1"), part(2, "b", "x\0y"), part(3, "c", "3"));

        assertThat(test.rows(ROWS)).contains("node-1|a|1|1", "node-1|c|3|3").hasSize(3);
        assertThat(metrics.get("gpu.analyzer.rejected.rows")
                        .tag("reason", "database")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void statements_of_a_time_that_cannot_be_are_refused_and_old_ones_are_not() throws Exception {
        var day = Duration.ofDays(1).toMillis();
        tell(part(2 * day, "a", "1"), part(-100 * day, "a", "2"), part(-NOW, "a", "3"));

        assertThat(test.rows(ROWS))
                .containsExactly("node-1|a|" + -100 * day + "|2", "node-1|present|" + -100 * day + "|true");
    }

    /// Values that do not come back: where they do, word that is late may tell of a time of which it is known only
    /// that it is over.
    @Test
    void in_any_order_and_however_often_statements_make_the_same_rows() throws Exception {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var history = new RandomHistory(random, NOW);
        var statements = new ArrayList<>(history.statements(300, false));
        var expected = history.rows(statements);
        statements.addAll(List.copyOf(statements.subList(0, 100)));

        Collections.shuffle(statements, random);
        tellInPortions(statements, random);

        assertThat(test.rows(ROWS)).as("seed " + seed).isEqualTo(expected);
        tellInPortions(statements.reversed(), random);
        assertThat(test.rows(ROWS)).as("seed " + seed).isEqualTo(expected);
    }

    @Test
    void in_their_order_and_repeated_as_after_a_crash_they_make_the_same_rows_whatever_happens() throws Exception {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        var history = new RandomHistory(random, NOW);
        var statements = history.statements(300, true);
        var expected = history.rows(statements);

        for (var from = 0; from < statements.size(); ) {
            var to = Math.min(statements.size(), from + 1 + random.nextInt(40));
            tell(statements.subList(from, to));
            from = random.nextInt(4) == 0 ? Math.max(0, from - random.nextInt(30)) : to;
        }

        assertThat(test.rows(ROWS)).as("seed " + seed).isEqualTo(expected);
    }

    private void tellInPortions(List<Statement> statements, Random random) throws Exception {
        for (var from = 0; from < statements.size(); ) {
            var to = Math.min(statements.size(), from + 1 + random.nextInt(60));
            tell(statements.subList(from, to));
            from = to;
        }
    }
}
