package io.gpuledger.analyzer.books;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.analyzer.advice.Offers;
import io.gpuledger.analyzer.advice.WorkedHour;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.advice.WorkloadWeeks;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.Usage.Activity;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import io.gpuledger.analyzer.store.questions.WorkloadWeekTables;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What advice stands on is what the list of workloads says, hour by hour, and what stands in the rows of units.
class EvidenceTest {
    private static final Span WEEKS =
            new Span(Past.BEGIN * 1000, Past.BEGIN * 1000 + Duration.ofDays(14).toMillis());
    private static final String TEAMS = """
        select distinct t.name from gpu_ledger.workload_sum s join gpu_ledger.team t on t.id = s.team_id
        """;
    private static final String USAGES = """
        select w.namespace, w.kind, w.name, (extract(epoch from u.hour) * 1000)::bigint, u.owner_id,
            coalesce(u.unit_id, u.gpu_id), u.memory_peak_bytes, u.memory_total_bytes, coalesce(u.shared, false), %s
        from gpu_ledger.usage u
        join gpu_ledger.owner o on o.id = u.owner_id
        join gpu_ledger.workload w on w.id = o.workload_id
        """.formatted("u." + String.join(", u.", Activity.COLUMNS));

    /// A row of a unit that a pod held in an hour.
    private record Line(
            String workload,
            String hour,
            String owner,
            String unit,
            long peak,
            Optional<Long> memory,
            Optional<Long> total,
            boolean isShared) {
        static Line of(String row) {
            var cells = Arrays.stream(row.split("\\|", -1))
                    .map(cell -> cell.equals("null") ? "" : cell)
                    .toList();
            var highest = 0L;
            for (var part = 0; part < Activity.PARTS; part++) {
                highest = cells.get(9 + part).isEmpty() ? highest : part + 1;
            }
            return new Line(
                    cells.get(0) + "/" + cells.get(1) + "/" + cells.get(2),
                    cells.get(3),
                    cells.get(4),
                    cells.get(5),
                    highest,
                    number(cells.get(6)),
                    number(cells.get(7)),
                    cells.get(8).equals("t"));
        }

        private static Optional<Long> number(String cell) {
            return Optional.of(cell).filter(its -> !its.isEmpty()).map(Long::valueOf);
        }
    }

    /// What a pod had of a unit in an hour, in however many pieces.
    private record Unit(long peak, long memory, Optional<Long> total, boolean isShared) {
        static Unit of(Collection<Line> lines) {
            return new Unit(
                    lines.stream().mapToLong(Line::peak).max().orElse(0),
                    lines.stream()
                            .mapToLong(line -> line.memory().orElse(0L))
                            .max()
                            .orElse(0),
                    lines.stream().flatMap(line -> line.total().stream()).max(Long::compare),
                    lines.stream().anyMatch(Line::isShared));
        }
    }

    private static String key(WorkloadName name) {
        return name.namespace() + "/" + name.kind() + "/" + name.name();
    }

    @ParameterizedTest
    @ValueSource(longs = {20, 37, 41})
    void it_adds_up_to_what_the_list_of_workloads_says_and_counts_units_as_they_stand(long seed) throws Exception {
        System.out.println("seed " + seed);
        var past = Past.of(seed, 3, 10, 60);
        var prices = PriceFile.parse("prices", "h100 2.499999 USD gpu-hour\n. 19.80 EUR node-hour gpu-part=95%")
                .prices();
        try (var kept = new Kept(Instant.ofEpochSecond(Past.BEGIN), past.end(), prices)) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            var lines = kept.rows(USAGES).stream().map(Line::of).toList();
            for (var team : kept.rows(TEAMS)) {
                var weeks = new WorkloadWeekTables(kept.database()).ofTeam(team, WEEKS);
                var told = new WorkloadTables(kept.database()).allOfTeam(team, WEEKS);
                assertThat(weeks).hasSameSizeAs(told);
                for (var one : weeks) {
                    assertThat(held(one)).isEqualTo(held(told(told, one.name())));
                    told(told, one.name()).usage().ifPresent(usage -> assertSameUse(one, usage));
                    one.hours()
                            .forEach(hour -> hour.use().ifPresent(use -> {
                                assertCounted(key(one.name()), hour.hour(), use, lines);
                            }));
                    assertThat(one.annotations()).containsKey("gpu_ledger_io_idle_after");
                }
            }
        }
    }

    private static OfWorkload told(List<OfWorkload> all, WorkloadName name) {
        return all.stream()
                .filter(one -> one.named().cluster().equals(name.cluster())
                        && one.named().namespace().equals(name.namespace())
                        && one.named().kind().equals(name.kind())
                        && one.named().name().equals(name.name()))
                .findFirst()
                .orElseThrow();
    }

    /// By state, and by state and currency, to the millisecond and the millionth.
    private static Map<String, Long> held(WorkloadWeeks weeks) {
        var held = new TreeMap<String, Long>();
        for (var hour : weeks.hours()) {
            hour.held().forEach((state, millis) -> held.merge(state.word(), millis, Long::sum));
            hour.cost()
                    .forEach((state, cost) -> cost.forEach(
                            (currency, micros) -> held.merge(state.word() + " " + currency, micros, Long::sum)));
        }
        return held;
    }

    private static Map<String, Long> held(OfWorkload workload) {
        var held = new TreeMap<String, Long>();
        for (var row : workload.held()) {
            held.merge(row.state().word(), row.millis(), Long::sum);
            row.currency()
                    .ifPresent(currency -> held.merge(row.state().word() + " " + currency, row.cost(), Long::sum));
        }
        return held;
    }

    private static void assertSameUse(WorkloadWeeks weeks, WorkloadUsage usage) {
        var uses = weeks.hours().stream().flatMap(hour -> hour.use().stream()).toList();
        assertThat(uses.stream().mapToLong(WorkedHour.Use::seen).sum()).isEqualTo(usage.seen());
        assertThat(minutes(uses, 0, 20)).isEqualTo(usage.minutes());
        assertThat(minutes(uses, 0, 2)).isEqualTo(usage.low());
        assertThat(minutes(uses, 14, 20)).isEqualTo(usage.high());
        usage.means()
                .forEach((measure, mean) -> assertThat(uses.stream()
                                .flatMap(use -> Optional.ofNullable(use.means().get(measure)).stream())
                                .toList())
                        .as(measure.word())
                        .anyMatch(one -> one <= mean + 1e-9)
                        .anyMatch(one -> one >= mean - 1e-9));
    }

    private static long minutes(List<WorkedHour.Use> uses, int from, int to) {
        return uses.stream()
                .flatMap(use -> use.minutes().subList(from, to).stream())
                .mapToLong(Long::longValue)
                .sum();
    }

    private static void assertCounted(String workload, long hour, WorkedHour.Use use, List<Line> lines) {
        var then = lines.stream()
                .filter(line -> line.hour().equals(Long.toString(hour)))
                .toList();
        var pods = new HashMap<String, List<Unit>>();
        then.stream()
                .filter(line -> line.workload().equals(workload))
                .collect(groupingBy(Line::owner, groupingBy(Line::unit)))
                .forEach((pod, units) ->
                        pods.put(pod, units.values().stream().map(Unit::of).toList()));
        var units = pods.values().stream().flatMap(List::stream).toList();
        assertThat(use.pods()).isEqualTo(pods.size());
        assertThat(use.units()).isEqualTo(units.size());
        assertThat(use.podUnits())
                .isEqualTo(pods.values().stream().mapToInt(List::size).max().orElse(0));
        assertThat(use.podActiveUnits()).isEqualTo(most(pods.values(), unit -> unit.peak() > 1));
        assertThat(use.podUsedUnits())
                .isEqualTo(most(pods.values(), unit -> unit.peak() > 1 || unit.memory() > 1L << 30));
        assertThat(use.peaks()).isCloseTo(units.stream().mapToLong(Unit::peak).sum() / 20.0, within(1e-4));
        assertThat(use.sharedUnits())
                .isEqualTo((int) units.stream().filter(Unit::isShared).count());
        assertThat(use.memoryTotal().stream().boxed().findFirst())
                .isEqualTo(units.stream().flatMap(unit -> unit.total().stream()).max(Long::compare));
        use.crowding().ifPresent(crowding -> assertThat(crowding).isCloseTo(crowding(workload, then), within(1e-4)));
    }

    private static int most(Collection<List<Unit>> pods, Predicate<Unit> which) {
        return (int) pods.stream()
                .mapToLong(units -> units.stream().filter(which).count())
                .max()
                .orElse(0);
    }

    private static double crowding(String workload, List<Line> then) {
        var most = 0.0;
        for (var units : then.stream()
                .filter(Line::isShared)
                .collect(groupingBy(Line::unit, groupingBy(line -> line.workload() + " " + line.owner())))
                .values()) {
            if (units.keySet().stream().anyMatch(owner -> owner.startsWith(workload + " "))) {
                var all = units.values().stream().map(Unit::of).toList();
                var total = all.stream().flatMap(unit -> unit.total().stream()).max(Long::compare);
                var sum = all.stream().mapToLong(Unit::memory).sum();
                most = Math.max(most, total.map(its -> (double) sum / its).orElse(0.0));
            }
        }
        return most;
    }

    @Test
    void it_tells_parts_of_GPUs_and_who_shares_one_from_who_has_it_alone() throws Exception {
        var past = Past.told("""
            node n1 h100 2
            node n2 h100 1 replicas 2
            node n3 a100 1 mig 3g.40gb,3g.40gb
            pod train vision on n1/0,n1/1 from 10m to 5h doing 62%
            pod lodger vision on n2/0 from 10m to 5h doing 20%
            pod other speech on n2/0 from 10m to 5h doing 3%
            pod part vision on n3/0.1 from 10m to 5h doing 40%
            """, 6);
        try (var kept = Kept.at(Instant.ofEpochSecond(Past.BEGIN), past.end())) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            var tables = new WorkloadWeekTables(kept.database());
            var vision = tables.ofTeam("vision", WEEKS).stream()
                    .collect(toMap(one -> one.name().name(), one -> one));
            assertThat(vision).containsOnlyKeys("train", "lodger", "part");

            var train = one(vision, "train");
            assertThat(train.hours()).hasSize(5);
            assertThat(train.models()).containsExactly("NVIDIA H100 80GB HBM3");
            assertThat(train.profiles()).isEmpty();
            assertThat(train.containers()).containsExactly("main");
            assertThat(train.annotations()).containsExactly(Map.entry("gpu_ledger_io_idle_after", "1800s"));
            var second = train.hours().get(1).use().orElseThrow();
            assertThat(second.seen()).isEqualTo(2 * 3_600_000);
            assertThat(List.of(second.units(), second.pods(), second.podUnits(), second.podActiveUnits()))
                    .containsExactly(2, 1, 2, 2);
            assertThat(second.minutes().get(12)).as("60 % to 65 %").isEqualTo(120);
            assertThat(second.peaks()).isEqualTo(2 * 0.65);
            assertThat(second.means().get(Measure.SM_ACTIVE)).isCloseTo(0.62, within(1e-4));
            assertThat(second.crowding()).isEmpty();

            var lodger = one(vision, "lodger").hours().get(1).use().orElseThrow();
            assertThat(lodger.sharedUnits()).isEqualTo(1);
            assertThat(lodger.means()).isEmpty();
            assertThat(lodger.minutes().get(8)).as("40 % to 45 % of its half").isEqualTo(60);
            assertThat(lodger.crowding())
                    .as("two have half of the memory each, less what the driver keeps")
                    .hasValueCloseTo(0.993, within(0.01));

            assertThat(one(vision, "part").profiles()).containsExactly("3g.40gb");
            assertThat(one(vision, "part").models()).containsExactly("NVIDIA A100-SXM4-80GB");

            var offers = tables.offers(WEEKS);
            assertThat(offers.profiles()).containsExactly(Map.entry("NVIDIA A100-SXM4-80GB", List.of("3g.40gb")));
            assertThat(offers.gpus())
                    .extracting(Offers.Offer::model, Offers.Offer::memory)
                    .containsExactly(
                            tuple("NVIDIA A100-SXM4-80GB", 0L), tuple("NVIDIA H100 80GB HBM3", 85_520_809_984L));
        }
    }

    private static WorkloadWeeks one(Map<String, WorkloadWeeks> all, String name) {
        return Optional.ofNullable(all.get(name)).orElseThrow();
    }

    @Test
    void hours_that_were_booked_before_minutes_were_counted_closely_are_no_evidence_of_any_use() throws Exception {
        var past = Past.told("""
            node n1 h100 2
            pod one vision on n1/0 from 10m to 5h doing 62%
            pod two vision on n1/1 from 10m to 5h doing 62%
            """, 6);
        try (var kept = Kept.at(Instant.ofEpochSecond(Past.BEGIN), past.end())) {
            kept.tell(past.rows(), past.statements());
            kept.passAt(past.end().plus(Duration.ofHours(3)));
            kept.execute("""
                update gpu_ledger.usage set minutes_60 = null
                where hour < to_timestamp(%1$d) + interval '2 hours'
                    and owner_id = (select id from gpu_ledger.owner where pod = 'one');
                insert into gpu_ledger.unsummed (hour) select distinct hour from gpu_ledger.usage on conflict do nothing
                """.formatted(Past.BEGIN));
            kept.passAt(past.end().plus(Duration.ofHours(3)).plusSeconds(60));

            var seen = new WorkloadWeekTables(kept.database())
                    .ofTeam("vision", WEEKS).stream()
                            .collect(toMap(
                                    one -> one.name().name(),
                                    one -> one.hours().stream()
                                            .map(hour -> hour.use().isPresent())
                                            .toList()));
            assertThat(seen)
                    .containsEntry("one", List.of(false, false, true, true, true))
                    .containsEntry("two", List.of(true, true, true, true, true));
        }
    }
}
