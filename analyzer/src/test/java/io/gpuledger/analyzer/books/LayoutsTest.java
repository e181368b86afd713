package io.gpuledger.analyzer.books;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holdings;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// What units are told to be changes, and hours stay as they were told to be then.
class LayoutsTest {
    private static final Instant BEGIN = Instant.ofEpochSecond(Past.BEGIN);
    private static final Instant LATER = Past.hour(30);
    private static final String H100 = "NVIDIA H100 80GB HBM3";
    private static final UnitId GPU = new UnitId("here", "GPU-1", Optional.empty());

    /// Seconds of each pod, hour by hour.
    private static final String PODS = """
        select ((extract(epoch from e.hour) - %d) / 3600)::int, o.pod, round(sum(e.millis) / 1000.0)::int
        from gpu_ledger.entry e join gpu_ledger.owner o on o.id = e.owner_id
        where e.settled group by 1, 2 order by 1, 2
        """.formatted(Past.BEGIN);
    private static final String PRODUCTS = """
        select ((extract(epoch from e.hour) - %d) / 3600)::int, s.name
        from gpu_ledger.entry e join gpu_ledger.sku s on s.id = e.sku_id
        where e.settled group by 1, 2 order by 1, 2
        """.formatted(Past.BEGIN);

    private final List<Row> rows = new ArrayList<>();

    private static Row row(Unit unit, Instant at, List<Holding> holdings) {
        var values = Values.of(Field.SM_ACTIVE_RATIO.bit() | Field.POWER_WATTS.bit(), new double[] {0.5, 300});
        return new Row(unit, at.toEpochMilli(), values, holdings, List.of());
    }

    private static Unit device(String model) {
        return device("GPU-1", "n1", model);
    }

    private static Unit device(String gpu, String node, String model) {
        return new Unit(
                new UnitId("here", gpu, Optional.empty()),
                node,
                Optional.of("0"),
                Optional.of(model),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Unit instance(String number, int slices) {
        return new Unit(
                new UnitId("here", "GPU-1", Optional.of(number)),
                "n1",
                Optional.of("0"),
                Optional.of(H100),
                Optional.of(slices + "g." + 10 * slices + "gb"),
                Optional.of("MIG-" + number + "-" + slices),
                Optional.of(slices),
                Optional.of(slices));
    }

    private static List<Holding> heldBy(String pod) {
        return List.of(Holdings.exclusive(new Holder(pod, pod, "main", Optional.of("uid-" + pod))));
    }

    /// Two instances of that many slices, each minute from one hour to another.
    private List<Row> cut(double from, double to, int first, int second) {
        var told = new ArrayList<Row>();
        for (var at = Past.hour(from); at.isBefore(Past.hour(to)); at = at.plusSeconds(60)) {
            told.add(row(device(H100), at, List.of()));
            told.add(row(instance("1", first), at, heldBy("one")));
            told.add(row(instance("2", second), at, heldBy("other")));
        }
        rows.addAll(told);
        return told;
    }

    private List<Row> whole(double from, double to, String model) {
        var told = new ArrayList<Row>();
        for (var at = Past.hour(from); at.isBefore(Past.hour(to)); at = at.plusSeconds(60)) {
            told.add(row(device(model), at, heldBy("one")));
        }
        rows.addAll(told);
        return told;
    }

    private static Kept books() throws Exception {
        return Kept.at(BEGIN, LATER);
    }

    private static List<String> recompute(Kept kept) throws Exception {
        var differences = new ArrayList<String>();
        var settings = kept.settings();
        new Recompute(kept.database(), settings, () -> LATER, difference -> differences.add(difference.toString()))
                .run(Recompute.possible(settings, () -> LATER));
        return differences;
    }

    private static void pass(Kept kept, double hour) throws Exception {
        kept.passAt(Past.hour(hour));
        // Who has just been told something late waits for more.
        kept.passAt(Past.hour(hour).plusSeconds(60));
    }

    @Test
    void hours_are_weighed_with_the_layout_that_they_had() throws Exception {
        try (var kept = books()) {
            kept.tell(cut(0, 2, 4, 3), List.of());
            pass(kept, 8);
            var settled = kept.rows(PODS);
            assertThat(settled).startsWith("0|one|2057", "0|other|1543");

            kept.tell(cut(2, 3, 3, 4), List.of());
            pass(kept, 29);
            assertThat(recompute(kept)).isEmpty();
            assertThat(kept.rows(PODS))
                    .contains("0|one|2057", "0|other|1543", "1|one|2053", "1|other|1547", "2|one|1543", "2|other|2057");
        }
    }

    @Test
    void a_layout_that_is_told_late_changes_the_hours_that_it_was_so_and_no_others() throws Exception {
        try (var kept = books()) {
            kept.tell(cut(0, 2, 4, 3), List.of());
            kept.tell(cut(4, 6, 4, 3), List.of());
            pass(kept, 14);
            kept.tell(cut(2, 4, 3, 4), List.of());
            pass(kept, 29);
            assertThat(kept.rows(PODS))
                    .contains("0|one|2057", "1|one|2053", "2|one|1543", "3|one|1547", "4|one|2057", "5|one|2057");
            assertThat(recompute(kept)).isEmpty();
            assertThatAllAtOnceIsTheSame(kept);
        }
    }

    @Test
    void the_name_of_a_product_is_that_of_the_hour() throws Exception {
        try (var kept = books()) {
            kept.tell(whole(0, 2, "H100 SXM"), List.of());
            pass(kept, 8);
            kept.tell(whole(2, 4, H100), List.of());
            pass(kept, 29);
            assertThat(kept.rows(PRODUCTS)).startsWith("0|H100 SXM", "1|H100 SXM", "2|" + H100, "3|" + H100);
            assertThat(recompute(kept)).isEmpty();
        }
    }

    /// It always was what it is first told to be: hours that are settled without a name get it.
    @Test
    void what_is_first_told_when_hours_are_settled_books_them_again() throws Exception {
        try (var kept = books()) {
            var nameless = new ArrayList<Row>();
            whole(0, 1, H100)
                    .forEach(row -> nameless.add(
                            new Row(Unit.of(GPU, "n1"), row.millis(), row.values(), row.holdings(), row.xids())));
            kept.tell(nameless, List.of());
            pass(kept, 8);
            assertThat(kept.rows(PRODUCTS)).startsWith("0|");
            kept.tell(whole(20, 20.5, H100), List.of());
            pass(kept, 29);
            assertThat(kept.rows(PRODUCTS)).startsWith("0|" + H100);
            assertThat(recompute(kept)).isEmpty();
        }
    }

    /// A node's price is dealt out over the GPUs that were there in the hour, whatever came or went since.
    @Test
    void what_a_node_s_GPUs_cost_is_what_they_cost_then() throws Exception {
        var prices = PriceFile.parse("prices", ". 8 EUR node-hour").prices();
        try (var kept = new Kept(BEGIN, LATER, prices)) {
            kept.tell(on("GPU-1", "n1", 0, 6), List.of());
            kept.tell(on("GPU-2", "n1", 0, 2), List.of());
            pass(kept, 6);
            kept.tell(on("GPU-2", "n2", 2, 6), List.of());
            kept.tell(on("GPU-3", "n1", 5, 6), List.of());
            pass(kept, 29);
            assertThat(kept.rows("""
                select distinct on (hour) cost_micros from gpu_ledger.entry e join gpu_ledger.gpu g on g.id = e.gpu_id
                where uuid = 'GPU-1' and millis = 3600000 order by hour limit 6
                """))
                    .containsExactly("3800000", "3800000", "7600000", "7600000", "7600000", "3800000");
            assertThat(recompute(kept)).isEmpty();
        }
    }

    private static List<Row> on(String gpu, String node, int from, int to) {
        var told = new ArrayList<Row>();
        for (var at = Past.hour(from); at.isBefore(Past.hour(to)); at = at.plusSeconds(60)) {
            told.add(row(device(gpu, node, H100), at, List.of()));
        }
        return told;
    }

    @Test
    void layouts_that_are_told_in_any_order_and_however_often_make_the_same_books() throws Exception {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var hour = 0.0; hour < 6; hour += 0.5 + random.nextInt(3) / 2.0) {
            var slices = 1 + random.nextInt(5);
            cut(hour, Math.min(6, hour + 0.5), slices, 1 + random.nextInt(7 - slices));
        }
        var told = new ArrayList<>(rows);
        told.addAll(rows.subList(0, rows.size() / 3));
        Collections.shuffle(told, random);
        try (var kept = books()) {
            for (var from = 0; from < told.size(); ) {
                var to = Math.min(told.size(), from + 1 + random.nextInt(120));
                kept.tell(told.subList(from, to), List.of());
                if (random.nextInt(4) == 0) {
                    kept.passAt(Past.hour(8).plus(Duration.ofMinutes(from)));
                }
                if (random.nextInt(6) == 0) {
                    kept.restart();
                }
                from = to;
            }
            pass(kept, 29);
            assertThatAllAtOnceIsTheSame(kept);
            assertThat(recompute(kept)).isEmpty();
        }
    }

    private void assertThatAllAtOnceIsTheSame(Kept kept) throws Exception {
        try (var atOnce = books()) {
            atOnce.tell(rows, List.of());
            pass(atOnce, 29);
            assertThat(kept.settled()).containsExactlyElementsOf(atOnce.settled());
        }
    }
}
