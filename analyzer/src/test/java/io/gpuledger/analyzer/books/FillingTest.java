package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.scrape.http.Until;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerAnswer;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A past that comes in portion by portion, with questions in between.
class FillingTest {
    private static final int HOURS = 16;
    /// When it begins to come in.
    private static final Instant NOW = Past.hour(HOURS + 2);
    /// Who is told something late waits for more, and for no more than that.
    private static final Duration CALM = Duration.ofSeconds(121);

    private static final Past PAST = Past.told("""
        node n1 h100 2
        node n2 h100 2
        pod train vision on n1/0,n1/1 from 1h to 15h doing 60%
        dark n2 from 4h to 6h
        """, HOURS);

    /// What was answered of an hour.
    private record Asked(String hour, boolean settled, BigDecimal coverage) {}

    private final List<Asked> asked = new ArrayList<>();

    private static List<Statement> nodes() {
        return Stream.concat(
                        PAST.statements().stream(),
                        Stream.of("n1", "n2")
                                .map(node -> new Statement.Part(
                                        ObjectId.named("here", Kind.NODE, node),
                                        Instant.ofEpochSecond(Past.BEGIN).toEpochMilli(),
                                        new TreeMap<>(Map.of(
                                                Attribute.LABELS, Pairs.text(Map.of("nvidia_com_gpu_count", "2")))),
                                        new TreeSet<>())))
                .toList();
    }

    private static List<List<Row>> portions(List<Row> rows) {
        return List.copyOf(rows.stream()
                .collect(Collectors.groupingBy(
                        row -> (row.millis() - 1000 * Past.BEGIN) / (4 * Hour.MILLIS),
                        TreeMap::new,
                        Collectors.toList()))
                .values());
    }

    private static List<List<Row>> portionsOfEach(Function<Row, String> whose) {
        return PAST.rows().stream()
                .collect(Collectors.groupingBy(whose, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(its -> portions(its).stream())
                .toList();
    }

    private static Kept empty() throws Exception {
        var kept = Kept.at(NOW, NOW.plus(Duration.ofHours(12)));
        kept.passAt(NOW);
        return kept;
    }

    private static LedgerAnswer answer(Kept kept) {
        return answer(kept, Dimension.HOUR);
    }

    private static LedgerAnswer answer(Kept kept, Dimension by) {
        var window = new Span(Past.BEGIN * 1000, Past.hour(HOURS).toEpochMilli());
        return new LedgerTables(kept.database()).answer(LedgerQuestion.of(window, by));
    }

    private static Map<String, Asked> hours(Kept kept) {
        var hours = new TreeMap<String, Asked>();
        answer(kept).lines().forEach(line -> {
            var hour = line.key().getFirst().orElseThrow();
            hours.put(hour, new Asked(hour, line.sum().isSettled(), line.sum().coverage()));
        });
        return hours;
    }

    /// In the end, when nothing has come in for long.
    private Map<String, Asked> told(List<List<Row>> portions) throws Exception {
        try (var kept = empty()) {
            var now = NOW;
            kept.tell(List.of(), nodes());
            now = now.plus(CALM);
            kept.passAt(now);
            asked.addAll(hours(kept).values());
            for (var portion : portions) {
                kept.tell(portion, List.of());
                asked.addAll(hours(kept).values());
                now = now.plus(CALM);
                kept.passAt(now);
                asked.addAll(hours(kept).values());
                assertThatWhatIsOpenIsSaidToBeFilling(answer(kept));
            }
            kept.passAt(now.plus(Duration.ofHours(2)));
            kept.passAt(now.plus(Duration.ofHours(2)).plus(CALM));
            assertThat(kept.sumsThatAreOff()).isEmpty();
            return hours(kept);
        }
    }

    /// All of it has long been over.
    private static void assertThatWhatIsOpenIsSaidToBeFilling(LedgerAnswer answer) {
        assertThat(answer.filling().map(filling -> filling.since())).contains(Past.BEGIN * 1000);
        assertThat(answer.total().filling()).isEqualTo(answer.total().open());
    }

    private void assertThatNothingIsSettledBeforeItIsThere(List<List<Row>> portions) throws Exception {
        var last = told(portions);
        assertThat(last)
                .hasSize(HOURS)
                .allSatisfy((_, hour) -> assertThat(hour.settled()).isTrue());
        assertThat(asked.stream()
                        .filter(Asked::settled)
                        .filter(hour -> hour.coverage()
                                        .compareTo(last.getOrDefault(hour.hour(), hour)
                                                .coverage())
                                < 0))
                .isEmpty();
        assertThat(asked).anyMatch(Asked::settled);
        assertThat(last.values().stream().map(Asked::coverage).distinct()).hasSizeGreaterThan(2);
    }

    @Test
    void a_past_that_comes_from_old_to_new_is_not_settled_before_it_is_there() throws Exception {
        assertThatNothingIsSettledBeforeItIsThere(portions(PAST.rows()));
    }

    @Test
    void a_past_that_comes_gpu_by_gpu_is_not_settled_before_it_is_there() throws Exception {
        assertThatNothingIsSettledBeforeItIsThere(
                portionsOfEach(row -> row.unit().id().gpu()));
    }

    @Test
    void a_past_that_comes_node_by_node_is_not_settled_before_it_is_there() throws Exception {
        assertThatNothingIsSettledBeforeItIsThere(
                portionsOfEach(row -> row.unit().node()));
    }

    @Test
    void a_past_that_comes_in_any_order_is_not_settled_before_it_is_there() throws Exception {
        var portions = new ArrayList<>(portionsOfEach(row -> row.unit().id().gpu()));
        Collections.shuffle(portions, new Random(7));
        assertThatNothingIsSettledBeforeItIsThere(portions);
    }

    /// A sender that was away catches up while the hour is settled for all others.
    @Test
    void hours_are_counted_once_they_are_filled() throws Exception {
        Predicate<Row> ofNode2 = row -> row.unit().node().equals("n2");
        var gpuHour = 3600.0;
        try (var kept = Kept.at(Past.hour(4), NOW)) {
            kept.tell(rows(_ -> true, 0, 4), List.of());
            kept.passAt(Past.hour(4));
            assertThat(kept.counted()).as("of the past before the start").isZero();

            kept.tell(rows(ofNode2.negate(), 4, HOURS), List.of());
            kept.passAt(Past.hour(8));
            assertThat(kept.counted()).as("from 2h to 6h").isEqualTo(4 * 4 * gpuHour);

            kept.tell(rows(ofNode2, 4, 6.5), List.of());
            kept.passAt(Past.hour(8.7));
            assertThat(kept.counted())
                    .as("and the next, without what is filled")
                    .isEqualTo((4 * 4 + 2) * gpuHour);
            kept.passAt(Past.hour(8.8));
            assertThat(kept.counted()).isEqualTo((4 * 4 + 2) * gpuHour);

            kept.tell(rows(ofNode2, 6.5, HOURS), List.of());
            kept.passAt(Past.hour(8.9));
            assertThat(kept.counted()).as("with that").isEqualTo((4 * 4 + 4) * gpuHour);
            kept.passAt(Past.hour(12));
            assertThat(kept.counted()).as("until 10h").isEqualTo(8 * 4 * gpuHour);
        }
    }

    /// The first pass after a start finds out what the present is, and leaves what came late to the next.
    private static void passTwice(Kept kept, Instant instant) throws Exception {
        kept.passAt(instant);
        kept.passAt(instant.plusSeconds(30));
    }

    @Test
    void who_is_started_again_knows_what_is_being_filled() throws Exception {
        try (var kept = empty()) {
            kept.tell(rows(_ -> true, 0, 3), nodes());
            kept.restart();
            passTwice(kept, NOW.plus(CALM));
            kept.restart();
            passTwice(kept, NOW.plus(CALM.multipliedBy(2)));
            // Of the third hour's last minute nothing is there yet.
            assertThat(hours(kept).values().stream().filter(Asked::settled)).hasSize(2);
            kept.restart();
            passTwice(kept, NOW.plus(Duration.ofHours(2)));
            assertThat(hours(kept).values()).hasSize(HOURS).allMatch(Asked::settled);
            assertThat(answer(kept).filling()).isEmpty();
        }
    }

    /// Nothing was seen of the second node from 4h to 6h, and of none of them since 16h. What was read last is from the
    /// minute before that.
    @Test
    void of_a_past_that_has_come_in_only_hours_from_the_first_open_one_are_booked_again() throws Exception {
        try (var kept = empty()) {
            kept.tell(rows(_ -> true, 0, HOURS), nodes());
            kept.passAt(NOW.plus(CALM));
            kept.restart();
            kept.passAt(NOW.plus(Duration.ofHours(2)));
            assertThat(kept.rows("""
                select distinct n.name || ' from ' || (extract(epoch from u.since)::bigint - %1$d) / 3600
                from gpu_ledger.unbooked u
                join gpu_ledger.gpu_placement p on p.gpu_id = u.gpu_id
                join gpu_ledger.node n on n.id = p.node_id
                order by 1
                """.formatted(Past.BEGIN))).containsExactly("n1 from 15", "n2 from 3");
            kept.passAt(NOW.plus(Duration.ofHours(2)).plus(CALM));
            assertThat(hours(kept).values()).hasSize(HOURS).allMatch(Asked::settled);
        }
    }

    /// The pass has learnt what GPUs there are, and is held up where it says what it settles. Another analyzer takes
    /// note of the rows only then, and does not know yet that their hours are about to be settled.
    @Test
    void what_is_noted_while_a_pass_begins_is_known_to_be_filling() throws Exception {
        try (var kept = empty();
                var another = kept.another();
                var other = another.session();
                var threads = Executors.newSingleThreadExecutor()) {
            var rows = rows(_ -> true, 0, 2.5);
            kept.tellOfRows((_, _) -> {});
            kept.tell(rows, List.of());
            other.execute("delete from gpu_ledger.settling");
            other.commit();
            other.execute("lock table gpu_ledger.settling in exclusive mode");

            var pass = threads.submit(() -> {
                kept.passAt(NOW.plus(CALM));
                return true;
            });
            Until.holds(() -> isAnyoneWaiting(kept));
            kept.standBy(another).written().written(rows, List.of());
            other.rollback();

            assertThat(pass.get(120, TimeUnit.SECONDS)).isTrue();
            assertThat(hours(kept).values().stream().filter(Asked::settled)).hasSize(2);
        }
    }

    private static boolean isAnyoneWaiting(Kept kept) {
        try {
            return !kept.rows("select 1 from pg_locks where not granted and relation = 'gpu_ledger.settling'::regclass")
                    .isEmpty();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /// What a sender that was away brings after its hours were settled without it.
    @Test
    void what_waits_to_be_booked_is_not_settled_however_it_is_asked_for() throws Exception {
        Predicate<Row> ofNode2 = row -> row.unit().node().equals("n2");
        try (var kept = Kept.at(Past.hour(HOURS + 6), NOW.plus(Duration.ofHours(12)))) {
            kept.tell(rows(ofNode2.negate(), 0, HOURS), List.of());
            kept.tell(rows(ofNode2, 0, 1), List.of());
            kept.passAt(Past.hour(HOURS + 6));
            kept.passAt(Past.hour(HOURS + 8));
            kept.passAt(Past.hour(HOURS + 8).plus(CALM));
            assertThat(answer(kept).total().isSettled()).isTrue();

            kept.tell(rows(ofNode2, 1, HOURS), List.of());

            assertThat(kept.rows("select count(*) from gpu_ledger.unbooked")).containsExactly("2");
            var nodes = answer(kept, Dimension.NODE).lines();
            assertThat(nodes.getFirst().sum().open()).isZero();
            var ofNode = nodes.getLast().sum().millis();
            assertThat(ofNode).isGreaterThan(2 * (HOURS - 1) * Hour.MILLIS);
            for (var by : List.of(Dimension.STATE, Dimension.HOUR, Dimension.DAY, Dimension.NODE, Dimension.POD)) {
                var waiting = answer(kept, by).total();
                assertThat(waiting.open()).as("%s", by).isEqualTo(ofNode);
                assertThat(waiting.filling()).as("%s", by).isEqualTo(ofNode);
                assertThat(waiting.millis()).as("%s", by).isGreaterThan(ofNode);
            }

            kept.passAt(Past.hour(HOURS + 9));
            kept.passAt(Past.hour(HOURS + 11));
            kept.passAt(Past.hour(HOURS + 11).plus(CALM));
            assertThat(answer(kept).total().isSettled()).isTrue();
        }
    }

    private static List<Row> rows(Predicate<Row> which, double from, double to) {
        var span = new Span(Past.hour(from).toEpochMilli(), Past.hour(to).toEpochMilli());
        return PAST.rows().stream()
                .filter(row -> span.contains(row.millis()) && which.test(row))
                .toList();
    }
}
