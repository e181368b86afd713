package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.EndOfThread;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BooksTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Prices PRICES = PriceFile.parse(
                    "prices", "h100 2.499999 USD gpu-hour\n. 19.80 EUR node-hour gpu-part=95%")
            .prices();

    private static final String WORKLOADS = """
        select distinct w.kind from gpu_ledger.workload_sum s join gpu_ledger.workload w on w.id = s.workload_id
        """;

    /// Selects each team that has settled entries, and in how many hours it has some.
    private static final String TEAMS = """
        select coalesce(t.name, ''), count(distinct e.hour)
        from gpu_ledger.entry e left join gpu_ledger.team t on t.id = e.team_id
        where e.settled group by 1 order by 1
        """;

    private record Coming(Row row, long when) {}

    @ParameterizedTest
    @ValueSource(longs = {20, 37, 39})
    void what_is_told_in_any_order_and_however_often_over_restarts_makes_the_same_books(long seed) throws Exception {
        var past = Past.of(seed, 1, 12, 60);
        var later = past.end().plus(Duration.ofHours(3));
        var random = new Random(seed);
        System.out.println("seed " + seed);

        var inOrder = new ArrayList<String>();
        var usedInOrder = new ArrayList<String>();
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(later);
            inOrder.addAll(kept.settled());
            usedInOrder.addAll(kept.usages(past.end()));
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
        assertThat(inOrder).anyMatch(row -> row.contains("|used|"));
        assertThat(usedInOrder).isNotEmpty();

        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            tellAnyhow(past, kept, random);
            kept.passAt(later.plus(Duration.ofMinutes(1)));
            kept.passAt(later.plus(Duration.ofMinutes(2)));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();
            assertThat(different(kept.settled(), inOrder)).isEmpty();
            assertThat(different(kept.usages(past.end()), usedInOrder)).isEmpty();
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    private static List<String> different(List<String> ours, List<String> theirs) {
        return Stream.concat(
                        ours.stream().filter(row -> !theirs.contains(row)).map(row -> "+ " + row),
                        theirs.stream().filter(row -> !ours.contains(row)).map(row -> "- " + row))
                .sorted(Comparator.comparing(row -> row.substring(2)))
                .toList();
    }

    /// Mostly in order, as it is; but some of it late, some of it twice, and with passes and restarts anywhere.
    private static void tellAnyhow(Past past, Kept kept, Random random) throws Exception {
        var rows = past.rows().stream()
                .map(row -> new Coming(row, row.millis() + (random.nextInt(10) == 0 ? random.nextInt(40_000_000) : 0)))
                .sorted(Comparator.comparingLong(Coming::when))
                .map(Coming::row)
                .toList();
        var statements = new ArrayList<>(past.statements());
        // Who tells of a cluster tells of one thing after the other; but of rows before or behind them.
        statements.sort(Comparator.comparingLong(Statement::millis));
        var now = BEGIN;
        for (var from = 0; from < rows.size(); ) {
            var to = Math.min(rows.size(), from + 1 + random.nextInt(1500));
            List<Row> some = new ArrayList<>(rows.subList(from, to));
            if (random.nextInt(5) == 0) {
                some.addAll(rows.subList(0, random.nextInt(to)));
            }
            var half = statements.subList(0, Math.min(statements.size(), random.nextInt(4)));
            kept.tell(some, List.<Statement>copyOf(half));
            half.clear();
            var told = Instant.ofEpochMilli(rows.get(to - 1).millis());
            now = told.isAfter(now) ? told : now.isAfter(past.end()) ? past.end() : now;
            if (random.nextInt(3) == 0) {
                now = now.plusSeconds(random.nextInt(8_000));
                kept.passAt(now);
            }
            if (random.nextInt(6) == 0) {
                kept.restart();
            }
            from = to;
        }
        kept.tell(List.of(), statements);
    }

    /// Its counter stands at one for as long as the exporter lives, and is met again in each day that is booked.
    @Test
    void a_fatal_XID_that_was_reset_days_ago_is_evidence_of_nothing() throws Exception {
        var past = Past.told("""
            node n1 h100 2
            xid 95 n1/0 from 5h to 7h
            xid 95 n1/1 from 40h to 60h
            """, 60);
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end());
            kept.passAt(past.end().plus(Duration.ofMinutes(1)));

            assertThat(kept.rows("""
                select g.index, round(sum(e.millis) / 60000.0) from gpu_ledger.entry e
                join gpu_ledger.gpu g on g.id = e.gpu_id where e.state = 'unhealthy' group by 1 order by 1
                """)).containsExactly("0|120", "1|1200");
        }
    }

    /// Its exporter is in the dark, and some time after that still nobody asks: then it has counted more than before.
    @Test
    void a_restart_that_an_outage_hides_is_found_by_when_the_exporter_started() throws Exception {
        var past = Past.told("""
            node n1 h100 1
            dark n1 from 10m to 1h
            """, 4);
        var outage = new Span(Past.hour(0.1).toEpochMilli(), Past.hour(2).toEpochMilli());
        var heard = past.rows().stream()
                .filter(row -> !outage.contains(row.millis()))
                .toList();
        var untold = heard.stream().map(BooksTest::withoutStart).toList();

        assertThat(unobservedMinutes(past, heard)).containsExactly("55");
        assertThat(unobservedMinutes(past, untold))
                .as("as far as counters tell")
                .containsExactly("60");
    }

    private static Row withoutStart(Row row) {
        var fields = Field.ALL.stream()
                .filter(field -> field != Field.STARTED_SECONDS
                        && row.values().get(field).isPresent())
                .toList();
        var said = fields.stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
        var packed = fields.stream()
                .mapToDouble(field -> row.values().get(field).orElseThrow())
                .toArray();
        return new Row(row.unit(), row.millis(), Values.of(said, packed), row.holdings(), row.xids());
    }

    private static List<String> unobservedMinutes(Past past, List<Row> rows) throws Exception {
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(rows, past.statements());
            kept.passAt(past.end());
            return kept.rows("select round(sum(millis) / 60000.0) from gpu_ledger.entry where state = 'unobserved'");
        }
    }

    /// The only one of it.
    private static Statement.Whole pod(Past past) {
        return past.statements().stream()
                .filter(one -> one instanceof Statement.Whole)
                .map(Statement.Whole.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /// Whoever made it is asked for, and may answer when hours are settled.
    @Test
    void what_a_pod_held_is_summed_up_for_the_workload_that_it_is_found_to_be_of() throws Exception {
        var past = Past.told("""
            node n1 h100 1
            pod p vision on n1/0 from 1h to 9h doing 60%
            """, 10);
        var made = pod(past);
        var orphan = new TreeMap<>(made.attributes());
        orphan.remove(Attribute.OWNER);
        try (var kept = Kept.at(BEGIN, past.end())) {
            kept.tell(past.rows(), List.of(new Statement.Whole(made.object(), made.millis(), orphan)));
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            assertThat(kept.rows(WORKLOADS)).containsExactly("Pod");

            var found = new TreeMap<>(Map.of(Attribute.OWNER, "Job/found"));
            kept.tell(
                    List.of(),
                    List.of(new Statement.Part(made.object(), past.end().toEpochMilli() - 1, found, new TreeSet<>())));
            kept.passAt(past.end().plus(Duration.ofHours(3)).plusSeconds(60));
            kept.passAt(past.end().plus(Duration.ofHours(3)).plusSeconds(120));
            assertThat(kept.rows(WORKLOADS)).containsExactly("Job");
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    private static Statement target(String name, Instant when, String node) {
        return new Statement.Part(
                ObjectId.named("here", Kind.TARGET, name),
                when.toEpochMilli(),
                new TreeMap<>(Map.of(Attribute.NODE, node)),
                new TreeSet<>());
    }

    private static Statement gone(String name, double hour) {
        return new Statement.Gone(
                ObjectId.named("here", Kind.TARGET, name), Past.hour(hour).toEpochMilli());
    }

    @Test
    void a_GPU_leaves_an_hour_after_nobody_was_found_any_more_who_tells_of_its_node() throws Exception {
        var past = Past.told("""
            node n1 h100 1
            node n2 h100 1
            node n3 h100 1
            dark n1 from 3h to 12h
            dark n2 from 3h to 12h
            dark n3 from 3h to 12h
            """, 12);
        var told = new ArrayList<Statement>();
        for (var node : List.of("n1", "n2", "n3")) {
            told.add(target("http://" + node, BEGIN, node));
            told.add(gone("http://" + node, 3.5));
        }
        // Another tells of it, until later; and the cluster says that the third is there.
        told.add(target("http://n2:2", BEGIN, "n2"));
        told.add(gone("http://n2:2", 5));
        told.add(target("http://n2:2", Past.hour(5.5), "n2"));
        told.add(gone("http://n2:2", 7));
        told.addAll(past.statements().stream()
                .filter(one -> one instanceof Statement.Part part
                        && part.object().name().equals("n3"))
                .toList());
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), told);
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            assertThat(kept.rows("""
                select n.name, round(sum(e.millis) / 60000.0) from gpu_ledger.entry e
                join gpu_ledger.node n on n.id = e.node_id group by 1 order by 1
                """)).containsExactly("n1|270", "n2|480", "n3|900");
        }
    }

    /// Kubernetes' API was away meanwhile.
    @Test
    void a_pod_that_nobody_told_of_until_its_hours_were_settled_holds_them_as_if_it_had_been_told_of_before()
            throws Exception {
        var past = Past.told("""
            node n1 h100 1
            pod p vision on n1/0 from 80m to 276m doing 60%
            """, 10);
        var pod = pod(past);
        var attributes = new TreeMap<>(pod.attributes());
        attributes.put(Attribute.FINISHED, Past.hour(4.6).toString());
        attributes.put(Attribute.LABELS, Pairs.text(Map.of("team", "of-pod", "example", "late")));
        var after = past.end().plus(Duration.ofHours(3));
        var late = new Statement.Whole(pod.object(), after.plusSeconds(1).toEpochMilli(), attributes);
        try (var kept = new Kept(BEGIN, after.plusSeconds(2), PRICES);
                var inOrder = new Kept(BEGIN, after.plusSeconds(2), PRICES)) {
            kept.tell(past.rows(), List.of());
            kept.passAt(after);
            assertThat(kept.rows(TEAMS)).contains("vision|4");
            kept.tell(List.of(), List.of(late));
            kept.passAt(after.plusSeconds(60));
            kept.passAt(after.plusSeconds(120));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();
            assertThat(kept.rows(TEAMS)).contains("of-pod|4").noneMatch(row -> row.startsWith("vision"));
            // What is told once more is no news.
            kept.tell(
                    List.of(),
                    List.of(new Statement.Whole(
                            pod.object(), after.plusSeconds(30).toEpochMilli(), attributes)));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();

            inOrder.tell(past.rows(), List.of(late));
            inOrder.passAt(after.plusSeconds(120));
            assertThat(different(kept.settled(), inOrder.settled())).isEmpty();
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    /// An informer tells again what it has told before, now and then and after each start.
    @Test
    void what_is_said_again_of_long_ago_is_no_reason_to_book_anything_again() throws Exception {
        var past = Past.told("node n1 h100 1", 10);
        var ready = new Statement.Part(
                ObjectId.named("here", Kind.NODE, "n1"),
                Past.hour(2).toEpochMilli(),
                new TreeMap<>(Map.of(Attribute.READY, "true")),
                new TreeSet<>());
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), List.of(ready));
            kept.passAt(past.end());
            kept.restart();
            kept.tell(List.of(), List.of(ready));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();

            kept.tell(
                    List.of(),
                    List.of(new Statement.Part(
                            ready.object(),
                            Past.hour(3).toEpochMilli(),
                            new TreeMap<>(Map.of(Attribute.READY, "false")),
                            new TreeSet<>())));
            assertThat(kept.rows("select since at time zone 'UTC' from gpu_ledger.unbooked"))
                    .containsExactly("2026-09-22 02:00:00");
        }
    }

    @Test
    void a_change_that_nobody_took_note_of_before_a_stop_is_noted_by_the_next_pass() throws Exception {
        var past = Past.told("node n1 h100 1", 10);
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), List.of());
            kept.passAt(past.end());
            kept.execute("insert into gpu_ledger.cluster_change (since, cluster_id)"
                    + " select timestamptz '2026-09-22 03:00:00Z', id from gpu_ledger.cluster");
            kept.execute("insert into gpu_ledger.waiting_hour (hour, cluster_id, was_found, is_right)"
                    + " select hour, id, true, true from gpu_ledger.cluster, generate_series("
                    + "timestamptz '2026-09-22 01:00:00Z', '2026-09-22 04:00:00Z', interval '1 hour') hour");
            kept.restart();
            kept.passAt(past.end());
            assertThat(kept.rows(
                            "select hour at time zone 'UTC' from gpu_ledger.waiting_hour where is_right order by hour"))
                    .containsExactly("2026-09-22 01:00:00", "2026-09-22 02:00:00");
            assertThat(kept.rows("select * from gpu_ledger.cluster_change")).isEmpty();
            assertThat(kept.rows("select since at time zone 'UTC' from gpu_ledger.unbooked"))
                    .containsExactly("2026-09-22 02:00:00");
        }
    }

    /// A pod's labels come later than the rest where kube-state-metrics is only later allowed to tell them.
    @Test
    void labels_that_a_pod_is_first_told_to_have_it_always_had() throws Exception {
        var past = Past.told("""
            node n1 h100 1
            pod p vision on n1/0 from 1h to 9h doing 60%
            """, 10);
        var pod = pod(past);
        var bare = new TreeMap<>(pod.attributes());
        bare.remove(Attribute.LABELS);
        try (var kept = Kept.at(BEGIN, past.end())) {
            kept.tell(past.rows(), List.of(new Statement.Whole(pod.object(), pod.millis(), bare)));
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            assertThat(kept.rows(TEAMS)).contains("vision|8");
            kept.tell(
                    List.of(),
                    List.of(new Statement.Part(
                            pod.object(),
                            past.end().toEpochMilli() - 1,
                            new TreeMap<>(Map.of(Attribute.LABELS, Pairs.text(Map.of("team", "of-pod")))),
                            new TreeSet<>())));
            kept.passAt(past.end().plus(Duration.ofHours(3)).plusSeconds(60));
            kept.passAt(past.end().plus(Duration.ofHours(3)).plusSeconds(120));
            assertThat(kept.rows(TEAMS)).contains("of-pod|8");
        }
    }

    @Test
    void sums_that_a_pass_did_not_come_to_are_made_by_the_next_whatever_is_due_then() throws Exception {
        var past = Past.of(5, 1, 6, 60);
        try (var kept = new Kept(BEGIN, past.end(), PRICES)) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end());
            kept.execute("delete from gpu_ledger.booked");
            kept.execute("update gpu_ledger.hour_sum set millis = millis + 1");
            kept.execute("alter table gpu_ledger.hour_sum add constraint cut_off check (millis < 0) not valid");
            assertThatThrownBy(() -> kept.passAt(past.end().plusSeconds(60))).hasMessageContaining("cut_off");
            kept.execute("alter table gpu_ledger.hour_sum drop constraint cut_off");

            // By now samples are no longer kept, and nothing of then is booked again.
            kept.passAt(past.end().plus(Duration.ofDays(40)));
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }
    }

    @Test
    void after_a_start_the_present_is_known_before_what_came_late_is_booked() throws Exception {
        var past = Past.of(5, 1, 6, 60);
        var isLate =
                (Predicate<Row>) row -> row.millis() > past.rows().getFirst().millis() + Hour.MILLIS
                        && row.millis() < past.rows().getFirst().millis() + 2 * Hour.MILLIS;
        var later = past.end().plus(Duration.ofHours(3));
        try (var kept = new Kept(BEGIN, later, PRICES)) {
            kept.tell(past.rows().stream().filter(isLate.negate()).toList(), past.statements());
            kept.passAt(later);
            kept.tell(past.rows().stream().filter(isLate).toList(), List.of());
            kept.restart();

            kept.passAt(later.plusSeconds(30));
            assertThat(kept.present().at()).isEqualTo(later.plusSeconds(30));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isNotEmpty();
            kept.passAt(later.plusSeconds(60));
            assertThat(kept.rows("select * from gpu_ledger.unbooked")).isEmpty();
        }
    }

    /// Silence is borne for a week: what is told of in the middle of it makes it longer.
    @Test
    void a_word_in_a_long_silence_keeps_a_GPU_in_the_fleet_for_another_week() throws Exception {
        var past = Past.of(5, 1, 2, 60);
        var late = past.rows().stream()
                .filter(row -> row.millis() == past.rows().getLast().millis())
                .map(row -> new Row(
                        row.unit(),
                        row.millis() + Duration.ofDays(5).toMillis(),
                        row.values(),
                        row.holdings(),
                        row.xids()))
                .toList();
        var later = past.end().plus(Duration.ofDays(20));
        var inOrder = new ArrayList<String>();
        try (var kept = new Kept(BEGIN, later, PRICES)) {
            kept.tell(past.rows(), past.statements());
            kept.tell(late, List.of());
            kept.passAt(later);
            inOrder.addAll(kept.settled());
        }
        try (var kept = new Kept(BEGIN, later, PRICES)) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(later);
            assertThat(kept.settled().size()).isLessThan(inOrder.size() - 24);
            kept.tell(late, List.of());
            kept.passAt(later.plus(Duration.ofMinutes(1)));
            kept.passAt(later.plus(Duration.ofHours(2)));
            assertThat(different(kept.settled(), inOrder)).isEmpty();
        }
    }

    @Test
    void costs_of_a_node_s_GPUs_add_up_to_their_part_of_its_price() throws Exception {
        var past = Past.of(5, 1, 6, 60);
        try (var kept = new Kept(
                BEGIN, past.end(), PriceFile.parse("p", ". 19.80 EUR node-hour").prices())) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end());

            // The first hour is short of the time before the first scrape.
            assertThat(kept.rows("select distinct sum(cost_micros) from gpu_ledger.entry"
                            + " where hour > (select min(hour) from gpu_ledger.entry)"
                            + " and hour < (select max(hour) from gpu_ledger.entry) group by hour"))
                    .containsExactly("18810000");
        }
    }

    @ResourceLock(EndOfThread.PROGRAM)
    @Test
    void the_program_ends_when_the_thread_does() throws Exception {
        InstantSource worn = () -> {
            if (Thread.currentThread().getName().equals("books")) {
                throw new OutOfMemoryError("of the test");
            }
            return BEGIN;
        };
        try (var end = new EndOfThread();
                var kept = new Kept(BEGIN, BEGIN, Prices.NONE);
                var _ = kept.start(worn)) {
            end.awaitTold();
        }
    }
}
