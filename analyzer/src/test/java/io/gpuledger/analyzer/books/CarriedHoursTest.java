package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Books that go on each minute from what they carry forward, beside those of somebody who reads all of it.
class CarriedHoursTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    /// Two parts of an hour are rounded to milliseconds, each by itself, and more than once.
    private static final long ROUNDING_MILLIS = 15;

    private static final String ENTRIES = """
        select concat_ws(' ', g.uuid, e.unit_id = e.gpu_id, e.hour, e.state, e.cause, o.namespace, o.pod, e.basis,
            e.estimated, e.settled), sum(e.millis), sum(e.energy_millijoules) / 1000, sum(e.cost_micros)
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        group by 1
        """;
    private static final String USAGES = """
        select concat_ws(' ', g.uuid, u.unit_id = u.gpu_id, u.hour, o.namespace, o.pod, u.shared), sum(u.millis),
            sum(u.minutes) * 1000, sum(u.high_minutes) * 1000, max(u.memory_peak_bytes), sum(1000 * u.utilization),
            sum((select sum(part) from unnest(u.idle_runs) with ordinality as runs (part, at) where at % 2 = 0)),
            sum((select sum(part) from unnest(u.idle_runs) with ordinality as runs (part, at) where at % 2 = 1))
        from gpu_ledger.usage u
        join gpu_ledger.gpu g on g.id = u.gpu_id
        join gpu_ledger.owner o on o.id = u.owner_id
        group by 1
        """;

    /// A fleet of which each minute is told, and then there is a pass.
    private static final class Told implements AutoCloseable {
        private final List<Row> rows;
        private final List<Statement> statements;
        private final Kept kept;
        private Instant told = BEGIN;

        /// @param late whether a row comes by hand, or never
        Told(Past past, Predicate<Row> late) throws Exception {
            this.rows = past.rows().stream().filter(late.negate()).toList();
            this.statements = past.statements();
            this.kept = Kept.at(BEGIN, past.end());
        }

        Told(Past past) throws Exception {
            this(past, _ -> false);
        }

        void minute(Instant to) throws Exception {
            var span = new Span(told.toEpochMilli(), to.toEpochMilli());
            kept.tell(
                    rows.stream().filter(row -> span.contains(row.millis())).toList(),
                    statements.stream()
                            .filter(one -> span.contains(one.millis()))
                            .toList());
            told = to;
            kept.passAt(to);
        }

        void minutes(double fromHour, double toHour) throws Exception {
            for (var at = Past.hour(fromHour); !at.isAfter(Past.hour(toHour)); at = at.plusSeconds(60)) {
                minute(at);
            }
        }

        private Map<String, List<String>> all() throws Exception {
            var all = new TreeMap<String, List<String>>();
            for (var query : List.of(ENTRIES, USAGES)) {
                all.putAll(kept.rows(query).stream()
                        .map(row -> List.of(row.split("\\|", -1)))
                        .collect(Collectors.toMap(List::getFirst, Function.identity())));
            }
            return all;
        }

        /// Whoever has just begun carries nothing, and reads all.
        void assertThatOneWhoReadsAllBooksTheSame() throws Exception {
            var carried = all();
            kept.restart();
            kept.passAt(told);
            var read = all();
            assertThat(carried.keySet()).isEqualTo(read.keySet());
            carried.forEach((what, numbers) -> {
                for (var i = 1; i < numbers.size(); i++) {
                    var other = read.getOrDefault(what, List.of()).get(i);
                    assertThat(number(numbers.get(i)))
                            .as("%s: %s, not %s", what, numbers, read.get(what))
                            .isBetween(number(other) - ROUNDING_MILLIS, number(other) + ROUNDING_MILLIS);
                }
            });
            assertThat(kept.sumsThatAreOff()).isEmpty();
        }

        private static double number(String text) {
            return text.equals("null") ? 0 : Double.parseDouble(text);
        }

        static Statement with(ObjectId object, Instant at, String... attributes) {
            var all = new TreeMap<String, String>();
            for (var i = 0; i < attributes.length; i += 2) {
                all.put(attributes[i], attributes[i + 1]);
            }
            return new Statement.Part(object, at.toEpochMilli(), all, new TreeSet<>());
        }

        @Override
        public void close() {
            kept.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void minute_by_minute_an_hour_is_booked_as_if_all_of_it_were_read(long seed) throws Exception {
        System.out.println("seed " + seed);
        try (var told = new Told(Past.of(seed, 2, 6, 30))) {
            told.minutes(2, 3.1);
            told.assertThatOneWhoReadsAllBooksTheSame();
            told.minutes(3.1, 4.7);
            told.assertThatOneWhoReadsAllBooksTheSame();
        }
    }

    /// Hours are settled meanwhile, of which nothing is rounded otherwise.
    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void what_is_settled_is_what_one_settles_who_reads_all(long seed) throws Exception {
        System.out.println("seed " + seed);
        var past = Past.of(seed, 2, 6, 30);
        try (var told = new Told(past);
                var atOnce = new Told(past)) {
            told.minutes(1, 4.7);
            atOnce.minute(Past.hour(4.7));

            assertThat(told.kept.settled()).isNotEmpty().containsExactlyElementsOf(atOnce.kept.settled());
        }
    }

    private static Past working() {
        return Past.told("""
            node n1 h100 3
            pod one vision on n1/0 from 0 to 6h doing 60%
            pod other speech on n1/1 from 0 to 6h doing hung
            """, 6, 15);
    }

    /// Samples that nobody needs any more are gone before the last pass.
    @Test
    void what_was_told_half_an_hour_ago_and_before_is_not_read_again() throws Exception {
        try (var told = new Told(working())) {
            told.minutes(2, 3.9);
            told.kept.execute("delete from gpu_ledger.sample where ts < '%s'".formatted(Past.hour(3.9 - 0.6)));
            told.minute(Past.hour(3.95));

            assertThat(told.kept.rows("""
                select state, sum(millis) from gpu_ledger.entry where hour = '%s' group by state order by state
                """.formatted(Past.hour(3))))
                    .hasSize(4)
                    .anyMatch(row -> row.startsWith("idle|34"))
                    .noneMatch(row -> row.contains("unobserved"));
        }
    }

    @Test
    void what_comes_late_is_booked_into_the_hour_at_once() throws Exception {
        var past = working();
        var time = new Span(Past.hour(3.1).toEpochMilli(), Past.hour(3.3).toEpochMilli());
        var late =
                past.rows().stream().filter(row -> time.contains(row.millis())).toList();
        try (var told = new Told(past, late::contains)) {
            told.minutes(2, 3.8);
            told.kept.tell(late, List.of());
            told.minute(Past.hour(3.82));
            told.assertThatOneWhoReadsAllBooksTheSame();
        }
    }

    @Test
    void what_is_said_late_of_a_node_is_booked_into_the_hour_at_once() throws Exception {
        try (var told = new Told(working())) {
            told.minutes(2, 3.9);
            var gone = new Statement.Gone(
                    ObjectId.named("here", Kind.NODE, "n1"), Past.hour(3.2).toEpochMilli());
            told.kept.tell(List.of(), List.of(gone));
            told.minute(Past.hour(3.92));
            told.assertThatOneWhoReadsAllBooksTheSame();
        }
    }

    /// A pod is told of that was there all along, and that nobody named.
    @Test
    void what_turns_out_to_have_been_so_for_long_is_booked_into_the_hour_at_once() throws Exception {
        try (var told = new Told(working())) {
            told.minutes(2, 3.9);
            var now = Past.hour(3.91);
            told.kept.tell(
                    List.of(),
                    List.of(
                            Told.with(
                                    ObjectId.named("here", Kind.NODE, "n1"),
                                    Past.hour(0),
                                    "capacity.nvidia.com/gpu",
                                    "3"),
                            Told.with(
                                    ObjectId.pod("here", "speech", "quiet", "u-quiet"),
                                    now,
                                    Attribute.STARTED,
                                    Past.hour(3.2).toString(),
                                    Attribute.NODE,
                                    "n1",
                                    Attribute.PHASE,
                                    "Running",
                                    Attribute.REQUEST + "main.nvidia.com/gpu",
                                    "1")));
            told.minute(Past.hour(3.92));
            assertThat(told.kept.rows("""
                select o.pod from gpu_ledger.entry e join gpu_ledger.owner o on o.id = e.owner_id where e.estimated
                """)).contains("quiet");
            told.assertThatOneWhoReadsAllBooksTheSame();
        }
    }

    /// A run of half an hour makes idle what was booked as held when it began, in the hour before.
    @Test
    void a_quiet_run_becomes_idle_in_the_hour_in_which_it_began() throws Exception {
        try (var told = new Told(Past.told("""
            node n1 h100 2
            pod one vision on n1/0 from 0 to 2h doing 60%
            pod other vision on n1/0 from 150m to 6h doing 0%
            """, 6, 15))) {
            told.minutes(2, 3.5);
            assertThat(told.kept.rows("""
                select state, sum(millis) from gpu_ledger.entry where hour = '%s' group by state
                """.formatted(Past.hour(2)))).anyMatch(row -> row.startsWith("idle|"));
            told.assertThatOneWhoReadsAllBooksTheSame();
        }
    }
}
