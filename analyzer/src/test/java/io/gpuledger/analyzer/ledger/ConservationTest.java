package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What others were seen to lose, to invent or to count twice.
class ConservationTest {
    private static final double HOUR = 3600;

    private static Tale told() {
        return new Tale().told("07:00", "20:00");
    }

    private static double allocated(Tale tale, String from, String to) {
        return tale.seconds(from, to, account -> account.owner().isPresent());
    }

    /// opencost#3900: usage is what was requested.
    @Test
    void what_was_used_is_not_what_was_held() {
        var tale = told().held("pod", "08:00", "18:00").active("08:00", "18:00", 0.25);
        assertThat(allocated(tale, "10:00", "11:00")).isEqualTo(HOUR);
        assertThat(tale.seconds(State.USED, "10:00", "11:00")).isEqualTo(HOUR / 4);
        assertThat(tale.seconds(State.UNDERUSED, "10:00", "11:00")).isEqualTo(HOUR * 3 / 4);
    }

    /// opencost#3828, HAMi#3073: who has a quarter pays for all.
    @Test
    void four_pods_of_a_quarter_make_one_gpu_hour() {
        var tale = told();
        IntStream.range(0, 4).forEach(i -> tale.shared("pod-%d".formatted(i), "08:00", "18:00", 1, 4));
        tale.active("08:00", "18:00", 1);
        assertThat(allocated(tale, "10:00", "11:00")).isEqualTo(HOUR);
        for (var i = 0; i < 4; i++) {
            var pod = "pod-%d".formatted(i);
            assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, pod)))
                    .isEqualTo(HOUR / 4);
        }
    }

    /// Three pods hold a seventh each. The other four sevenths are nobody's, and are not lost.
    @Test
    void what_is_in_nobody_s_share_is_free() {
        var tale = told();
        IntStream.range(0, 3).forEach(i -> tale.shared("pod-%d".formatted(i), "08:00", "18:00", 1, 7));
        assertThat(allocated(tale, "10:00", "11:00") + tale.seconds(State.FREE, "10:00", "11:00"))
                .isEqualTo(HOUR);
        assertThat(tale.seconds(State.FREE, "10:00", "11:00")).isEqualTo(2057.143);
    }

    @Test
    void what_only_a_placeholder_holds_is_withheld_and_nobody_s() {
        var tale = told().placeholder("balloon", "08:00", "12:00", 1, 4)
                .shared("pod", "08:00", "12:00", 2, 4)
                .active("08:00", "12:00", 0.5)
                .unhealthy("11:00", "11:30");
        assertThat(tale.seconds(State.WITHHELD, "10:00", "11:00")).isEqualTo(HOUR / 4);
        assertThat(tale.seconds(State.FREE, "10:00", "11:00")).isEqualTo(HOUR / 4);
        assertThat(allocated(tale, "10:00", "11:00")).isEqualTo(HOUR / 2);
        assertThat(tale.seconds(State.UNHEALTHY, "11:00", "12:00")).isEqualTo(HOUR / 2);
        assertThat(tale.seconds(State.WITHHELD, "11:00", "12:00")).isEqualTo(HOUR / 8);
        var alone = told().placeholder("balloon", "08:00", "12:00", 1, 1).lost("09:00", "10:00");
        assertThat(alone.seconds(State.WITHHELD, "08:00", "12:00")).isEqualTo(4 * HOUR);
        assertThat(allocated(alone, "08:00", "12:00")).isZero();
    }

    /// Shares that are said to be more than there is are made to fit.
    @Test
    void nobody_holds_more_than_there_is() {
        var tale = told().shared("one", "08:00", "18:00", 3, 4).shared("other", "08:00", "18:00", 3, 4);
        assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, "one")))
                .isEqualTo(HOUR / 2);
        assertThat(allocated(told().shared("one", "08:00", "18:00", 5, 4), "10:00", "11:00"))
                .isEqualTo(HOUR);
    }

    /// opencost#3823, #1270, #2153: is idle what nobody has, or what nobody uses?
    @Test
    void free_is_what_nobody_holds_and_idle_what_is_held_and_quiet() {
        var tale = told().held("pod", "10:00", "12:00");
        assertThat(tale.seconds(State.FREE, "08:00", "10:00")).isEqualTo(2 * HOUR);
        assertThat(tale.seconds(State.STARTING, "10:00", "12:00")).isEqualTo(600);
        assertThat(tale.seconds(State.IDLE, "10:00", "12:00")).isEqualTo(2 * HOUR - 600);
        assertThat(tale.seconds(State.IDLE, "08:00", "10:00")).isZero();
    }

    /// kubecost#1978: negative idle; #1389: cost where there is no GPU.
    @Test
    void nothing_is_negative_where_a_pod_uses_more_than_its_share() {
        var tale = told().shared("greedy", "08:00", "18:00", 1, 4)
                .shared("other", "08:00", "18:00", 1, 4)
                .active("08:00", "18:00", 1)
                .does("greedy", "08:00", "18:00", 0.9)
                .does("other", "08:00", "18:00", 0.1);
        assertThat(Ledger.entries(tale.facts(), Tale.span("10:00", "11:00")))
                .allSatisfy(entry -> assertThat(entry.millis()).isPositive());
        assertThat(tale.seconds("10:00", "11:00", account -> is(account, State.USED, "greedy")))
                .isEqualTo(HOUR / 4);
        assertThat(tale.seconds("10:00", "11:00", account -> is(account, State.USED, "other")))
                .isEqualTo(HOUR / 10);
        assertThat(tale.seconds("10:00", "11:00", account -> is(account, State.UNDERUSED, "other")))
                .isEqualTo(HOUR * 0.15);
    }

    @Test
    void where_no_gpu_was_in_the_fleet_nothing_is_booked() {
        var facts = told().held("pod", "08:00", "18:00").facts();
        var gone = new GpuFacts(
                facts.gpu(),
                facts.model(),
                facts.rows(),
                List.of(Tale.span("08:00", "10:20")),
                List.of(),
                List.of(),
                facts.tenants(),
                facts.until());
        var millis = Ledger.entries(gone, Tale.span("10:00", "12:00")).stream()
                .mapToLong(Entry::millis)
                .sum();
        assertThat(millis).isEqualTo(Duration.ofMinutes(20).toMillis());
    }

    /// cost-analyzer#5: the idle pool of a team is nobody's.
    @Test
    void idle_sick_and_unseen_time_is_its_holder_s() {
        var tale = told().held("pod", "08:00", "20:00")
                .unhealthy("12:00", "13:00")
                .lost("15:00", "16:00")
                .restarted("16:00");
        assertThat(allocated(tale, "10:00", "18:00")).isEqualTo(8 * HOUR);
        assertThat(tale.seconds("12:00", "13:00", account -> is(account, State.UNHEALTHY, "pod")))
                .isEqualTo(HOUR);
        assertThat(tale.seconds("15:00", "16:00", account -> is(account, State.UNOBSERVED, "pod")))
                .isEqualTo(HOUR);
        assertThat(tale.seconds("10:00", "12:00", account -> is(account, State.IDLE, "pod")))
                .isEqualTo(2 * HOUR);
    }

    /// dcgm-exporter#307, #151, #201, #222: under time-slicing one pod has it all, the others nothing.
    @Test
    void each_of_the_pods_that_share_is_booked() {
        var tale = told().namesOnly().gauges();
        List.of("one", "other", "third").forEach(pod -> tale.held(pod, "08:00", "18:00"));
        tale.active("08:00", "18:00", 0.6);
        for (var pod : List.of("one", "other", "third")) {
            assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, pod)))
                    .isEqualTo(HOUR / 3);
            assertThat(tale.seconds("10:00", "11:00", account -> is(account, State.USED, pod) && account.estimated()))
                    .isEqualTo(HOUR / 3 * 0.6);
        }
    }

    /// dcgm-exporter#587, #582: each pod that shares is said to do what the device does.
    @Test
    void a_value_that_stands_beside_three_pods_is_counted_once() {
        var tale = told();
        IntStream.range(0, 3).forEach(i -> tale.shared("pod-%d".formatted(i), "08:00", "18:00", 1, 3));
        tale.active("08:00", "18:00", 0.714);
        assertThat(tale.seconds(State.USED, "10:00", "11:00")).isEqualTo(HOUR * 0.714);
    }

    @Test
    void a_page_that_says_it_of_three_pods_says_it_once() {
        var page = new StringBuilder();
        for (var pod : List.of("one", "other", "third")) {
            page.append(
                    "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-1\",namespace=\"team\",pod=\"%s\"} 71%n".formatted(pod));
        }
        var facts = facts(page.toString());
        assertThat(seconds(facts, State.USED)).isEqualTo(HOUR * 0.71);
        assertThat(seconds(facts, State.UNDERUSED)).isEqualTo(HOUR * 0.29);
    }

    /// dcgm-exporter#342, #411, #138, #85: names under one label or another.
    @Test
    void a_name_under_exported_pod_is_as_good_as_one_under_pod() {
        var labels = "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\",UUID=\"GPU-1\",%snamespace=\"team\",%spod=\"one\"} 71%n";
        var plain = facts(labels.formatted("", ""));
        var exported = facts(labels.formatted("exported_", "exported_"));
        assertThat(seconds(plain, State.USED)).isEqualTo(HOUR * 0.71);
        assertThat(Ledger.entries(exported, WINDOW)).isEqualTo(Ledger.entries(plain, WINDOW));
    }

    private static final Span WINDOW = Tale.span("10:00", "11:00");

    /// A page that is read each minute.
    private static GpuFacts facts(String page) {
        var reader = new PageRows();
        var rows = new ArrayList<Row>();
        for (var at = Tale.at("08:00"); at <= Tale.at("13:00"); at += 60_000) {
            rows.addAll(reader.rows(page.getBytes(StandardCharsets.UTF_8), at));
        }
        return new GpuFacts(
                rows.getFirst().unit().id(),
                Timeline.empty(),
                Map.of(rows.getFirst().unit().id(), rows),
                List.of(WINDOW),
                List.of(),
                List.of(),
                (holder, _) -> Tenant.unknown(new Owner(holder.namespace(), holder.pod(), Optional.empty())),
                Tale.at("13:00"));
    }

    private static double seconds(GpuFacts facts, State state) {
        return Ledger.entries(facts, WINDOW).stream()
                        .filter(entry -> entry.account().state() == state)
                        .mapToLong(Entry::millis)
                        .sum()
                / 1000.0;
    }

    /// kubeopt#21, cloud-pipeline#4512: no telemetry, so it must be idle.
    @Test
    void a_held_gpu_without_telemetry_is_unobserved_and_not_idle() {
        var silent = told().held("pod", "08:00", "20:00").lost("10:00", "20:01");
        assertThat(silent.seconds("11:00", "12:00", account -> is(account, State.UNOBSERVED, "pod")))
                .isEqualTo(HOUR);
        var mute = told().held("pod", "08:00", "18:00").withoutActivity().gauges();
        assertThat(mute.seconds(
                        "11:00",
                        "12:00",
                        account -> is(account, State.UNOBSERVED, "pod")
                                && account.cause().equals(Optional.of("no_activity"))))
                .isEqualTo(HOUR);
        assertThat(mute.seconds(State.FREE, "18:30", "19:30")).isEqualTo(HOUR);
    }

    @Test
    void a_gpu_that_nobody_holds_nor_sees_is_unobserved_and_not_free() {
        var tale = told().lost("10:00", "12:00").restarted("12:00");
        assertThat(tale.seconds(State.UNOBSERVED, "10:00", "12:00")).isEqualTo(2 * HOUR);
        assertThat(tale.seconds(State.FREE, "12:00", "13:00")).isEqualTo(HOUR);
    }

    @Test
    void a_start_ends_with_the_first_active_minute() {
        var tale = told().held("pod", "08:00", "18:00").active("08:04:30", "18:00", 1);
        assertThat(tale.seconds(State.STARTING)).isEqualTo(4 * 60);
        assertThat(tale.seconds(State.USED, "08:00", "09:00")).isEqualTo(HOUR - 4 * 60 - 30);
    }

    @Test
    void a_counter_that_begins_anew_is_counted_once() {
        var steady = told().held("pod", "08:00", "18:00").active("08:00", "18:00", 0.5);
        var restarted = told().held("pod", "08:00", "18:00")
                .active("08:00", "18:00", 0.5)
                .restarted("10:30:30");
        assertThat(steady.seconds(State.USED, "10:00", "11:00")).isEqualTo(HOUR / 2);
        assertThat(restarted.seconds(State.USED, "10:00", "11:00")).isEqualTo(HOUR / 2 - 15);
        assertThat(restarted.seconds(State.UNOBSERVED, "10:00", "11:00")).isEqualTo(30);
    }

    /// When the exporter is heard again, its counters are higher than before the outage, so they do not show
    /// that it was restarted. Only the start that it tells does.
    @Test
    void a_restart_that_an_outage_hides_ends_a_life() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "10:00", 1)
                .active("10:30", "14:00", 0.2)
                .restarted("09:50")
                .lost("10:00", "12:00")
                .restarted("10:30")
                .tellingItsStart();
        assertThat(tale.seconds(State.UNOBSERVED, "10:00", "12:00")).isEqualTo(30 * 60);
        assertThat(tale.seconds(State.USED, "10:00", "12:00")).isEqualTo(0.2 * 90 * 60);
    }

    @Test
    void a_clock_that_is_set_ends_no_life() {
        var tale = told().held("pod", "08:00", "18:00")
                .active("08:00", "18:00", 0.5)
                .tellingItsStart()
                .clockSet("10:00");
        assertThat(tale.seconds(State.UNOBSERVED, "09:00", "11:00")).isZero();
        assertThat(tale.seconds(State.USED, "09:00", "11:00")).isEqualTo(HOUR);
    }

    @Test
    void who_is_replaced_and_who_comes_share_no_millisecond() {
        assertThatOneGivesWayToTheOther(told().held("one", "08:00", "10:20:20"));
    }

    @Test
    void who_is_said_to_end_after_another_began_has_given_way_to_it() {
        assertThatOneGivesWayToTheOther(told().held("one", "08:00", "10:20:40"));
    }

    private static void assertThatOneGivesWayToTheOther(Tale one) {
        var tale = one.held("other", "10:20:20", "18:00").active("08:00", "18:00", 1);
        assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, "one")))
                .isEqualTo(20 * 60 + 20);
        assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, "other")))
                .isEqualTo(39 * 60 + 40);
    }

    @Test
    void who_is_not_known_to_have_ended_or_begun_did_so_in_the_middle() {
        var tale = told().unknown("one")
                .unknown("other")
                .held("one", "08:00", "10:21")
                .held("other", "10:21", "18:00");
        assertThat(tale.seconds("10:00", "11:00", account -> isOf(account, "one")))
                .isEqualTo(20 * 60 + 30);
    }

    @Test
    void a_container_that_starts_again_starts_nothing() {
        var tale = told().held("pod", "08:00", "10:00").shared("pod", "10:05", "18:00", 1, 1);
        assertThat(tale.seconds(State.STARTING)).isEqualTo(600);
        assertThat(told().unknown("pod")
                        .held("pod", "08:00", "10:00")
                        .held("pod", "10:05", "18:00")
                        .seconds(State.STARTING))
                .isEqualTo(600);
    }

    @Test
    void a_held_unit_of_a_cordoned_node_stays_held() {
        var tale =
                told().held("pod", "08:00", "11:00").cordoned("10:00", "12:00").active("08:00", "11:00", 1);
        assertThat(tale.seconds(State.USED, "10:00", "11:00")).isEqualTo(HOUR);
        assertThat(tale.seconds(State.WITHHELD, "11:00", "12:00")).isEqualTo(HOUR);
    }

    /// Seven slices, of which three and two are instances: by compute slices, not by memory.
    @Test
    void an_instance_weighs_as_many_compute_slices_as_it_has() {
        var sums = new HashMap<String, Long>();
        cut(WINDOW.from()).forEach(entry -> sums.merge(entry.unit().instance().orElse(""), entry.millis(), Long::sum));
        assertThat(sums).isEqualTo(Map.of("1", 1_542_857L, "2", 1_028_572L, "rest", 1_028_571L));
    }

    /// Three slices and two, and from the half of the hour on the other way round.
    @Test
    void an_instance_weighs_as_many_as_it_had_then() {
        var half = Tale.at("10:30");
        var rows = new HashMap<UnitId, List<Row>>();
        for (var at = WINDOW.from() - 30_000; at < WINDOW.to(); at += 60_000) {
            for (var instance : List.of(instance("1", at < half ? 3 : 2, 2), instance("2", at < half ? 2 : 3, 2))) {
                rows.computeIfAbsent(instance.id(), _ -> new ArrayList<>())
                        .addAll(told(instance, Field.OBSERVED_SECONDS, millis -> millis / 1000.0, at));
            }
        }
        var sums = new HashMap<String, Long>();
        Ledger.entries(cut(rows), WINDOW)
                .forEach(entry -> sums.merge(entry.unit().instance().orElse(""), entry.millis(), Long::sum));
        assertThat(sums).isEqualTo(Map.of("1", 1_285_714L, "2", 1_285_714L, "rest", 1_028_572L));
    }

    /// Two readings, an hour apart, and the exporter says that it has seen its instances all the while.
    @Test
    void the_rest_of_a_cut_gpu_was_seen_when_its_instances_were() {
        assertThat(cut(WINDOW.from(), WINDOW.to()).stream()
                        .filter(entry -> entry.account().state() == State.UNOBSERVED))
                .isEmpty();
    }

    private static List<Entry> cut(long... instants) {
        var large = instance("1", 3, 4);
        var small = instance("2", 2, 2);
        var rows = new HashMap<UnitId, List<Row>>();
        rows.put(Tale.GPU, told(Unit.of(Tale.GPU, "node"), Field.POWER_WATTS, _ -> 70, instants));
        rows.put(large.id(), told(large, Field.OBSERVED_SECONDS, millis -> millis / 1000.0, instants));
        rows.put(small.id(), told(small, Field.OBSERVED_SECONDS, millis -> millis / 1000.0, instants));
        return Ledger.entries(cut(rows), WINDOW);
    }

    private static GpuFacts cut(Map<UnitId, List<Row>> rows) {
        return new GpuFacts(
                Tale.GPU,
                Timeline.always("NVIDIA H100 80GB HBM3"),
                rows,
                List.of(WINDOW),
                List.of(),
                List.of(),
                (holder, _) -> Tenant.unknown(new Owner(holder.namespace(), holder.pod(), Optional.empty())),
                Tale.at("13:00"));
    }

    private static Unit instance(String number, int computeSlices, int memorySlices) {
        return new Unit(
                new UnitId("here", "GPU-1", Optional.of(number)),
                "node",
                Optional.empty(),
                Optional.empty(),
                Optional.of("%dg.%dgb".formatted(computeSlices, 10 * memorySlices)),
                Optional.empty(),
                Optional.of(computeSlices),
                Optional.of(memorySlices));
    }

    private static List<Row> told(Unit unit, Field field, ToDoubleFunction<Long> value, long... instants) {
        return Arrays.stream(instants)
                .mapToObj(millis -> new Row(
                        unit,
                        millis,
                        Values.of(field.bit(), new double[] {value.applyAsDouble(millis)}),
                        List.of(),
                        List.of()))
                .toList();
    }

    private static boolean isOf(Account account, String pod) {
        return account.owner().filter(owner -> owner.pod().equals(pod)).isPresent();
    }

    private static boolean is(Account account, State state, String pod) {
        return account.state() == state && isOf(account, pod);
    }
}
