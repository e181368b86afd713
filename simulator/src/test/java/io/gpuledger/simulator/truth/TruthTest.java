package io.gpuledger.simulator.truth;

import static io.gpuledger.simulator.truth.OneNodeStory.at;
import static io.gpuledger.simulator.truth.OneNodeStory.span;
import static io.gpuledger.simulator.truth.OneNodeStory.works;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Symptom;
import io.gpuledger.simulator.story.Trouble;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Tables that were worked out by hand, in GPU-seconds.
class TruthTest {
    private static void assertTable(OneNodeStory story, Map<String, Double> byHand) {
        var table = story.table();
        assertThat(table.keySet()).isEqualTo(byHand.keySet());
        byHand.forEach((line, seconds) -> assertThat(table.get(line)).as(line).isCloseTo(seconds, within(1e-9)));
    }

    @Test
    void what_works_all_the_time_is_used() {
        assertTable(OneNodeStory.of(Model.H100, 1).held("a", "0:00", "60:00", works(1000)), Map.of("0 used a", 3600.0));
    }

    @Test
    void half_an_activity_is_half_used_and_half_underused() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:00", "60:00", works(500)),
                Map.of("0 used a", 1800.0, "0 underused a", 1800.0));
    }

    /// 29 whole minutes, and one in which it works for a second: over 1 %, so not quiet.
    @Test
    void quiet_for_29_59_is_not_idle() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "60:00", works(Map.of("0:00", 1000, "10:00", 0, "39:59", 1000))),
                Map.of("0 used a", 600.0 + 1201, "0 underused a", 1799.0));
    }

    @Test
    void quiet_for_30_00_is_idle_from_its_start() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "60:00", works(Map.of("0:00", 1000, "10:00", 0, "40:00", 1000))),
                Map.of("0 used a", 600.0 + 1200, "0 idle a", 1800.0));
    }

    @Test
    void a_faint_minute_among_quiet_ones_does_not_break_a_run() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held(
                                "a",
                                "0:00",
                                "60:00",
                                works(Map.of("0:00", 1000, "10:00", 0, "25:00", 30, "26:00", 0, "50:00", 1000))),
                Map.of("0 used a", 600.0 + 600, "0 idle a", 2400.0));
    }

    /// Its start lasts for ten minutes, as no multiprocessor works; then it moves memory, which is no rest.
    @Test
    void what_moves_memory_is_not_quiet() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:00", "60:00", _ -> new Load(0, 0, 0, 500, 0, 0, 0)),
                Map.of("0 starting a", 600.0, "0 underused a", 3000.0));
    }

    @Test
    void what_moves_nothing_over_its_links_is() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:00", "60:00", _ -> new Load(1000, 6, 0, 2, 900, 10, 10)),
                Map.of("0 starting a", 600.0, "0 idle a", 3000.0));
    }

    /// At 5 % a minute is no longer faint: 15 quiet minutes, and 24.
    @Test
    void a_minute_of_five_percent_breaks_it() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held(
                                "a",
                                "0:00",
                                "60:00",
                                works(Map.of("0:00", 1000, "10:00", 0, "25:00", 50, "26:00", 0, "50:00", 1000))),
                Map.of("0 used a", 600.0 + 3 + 600, "0 underused a", 900.0 + 57 + 1440));
    }

    @Test
    void a_faint_minute_with_four_quiet_ones_before_it_breaks_it() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held(
                                "a",
                                "0:00",
                                "60:00",
                                works(Map.of("0:00", 1000, "10:00", 0, "14:00", 30, "15:00", 0, "55:00", 1000))),
                Map.of(
                        "0 used a", 600.0 + 1.8 + 300,
                        "0 underused a", 240.0 + 58.2,
                        "0 idle a", 2400.0));
    }

    @Test
    void a_quiet_run_goes_on_over_the_hour() {
        assertTable(
                OneNodeStory.of(Model.H100, 2)
                        .held("a", "0:00", "120:00", works(Map.of("0:00", 1000, "45:00", 0, "75:00", 1000))),
                Map.of("0 used a", 2700.0, "0 idle a", 900.0, "1 idle a", 900.0, "1 used a", 2700.0));
    }

    @Test
    void silence_ends_a_quiet_run_and_is_nobodys_proof() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "60:00", works(Map.of("0:00", 1000, "5:00", 0, "55:00", 1000)))
                        .but(new Trouble.Dark(OneNodeStory.NODE, span("25:00", "35:00"))),
                Map.of("0 used a", 600.0, "0 underused a", 2400.0, "0 unobserved a", 600.0));
    }

    @Test
    void a_gpu_that_is_missing_is_unobserved_whoever_holds_it() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "30:00", works(1000))
                        .but(new Trouble.Missing(OneNodeStory.GPU, span("20:00", "40:00"))),
                Map.of("0 used a", 1200.0, "0 unobserved a", 600.0, "0 unobserved", 600.0, "0 free", 1200.0));
    }

    @Test
    void what_is_wrong_with_a_gpu_that_works_is_no_account_s() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "30:00", works(1000))
                        .but(new Symptom.CountedXid(OneNodeStory.GPU, 31, 3, span("10:00", "10:01")))
                        .but(new Symptom.Slowed(OneNodeStory.GPU, 500, span("10:00", "40:00")))
                        .but(new Trouble.OtherDriver(OneNodeStory.NODE, "570.86.15", span("10:00", "40:00")))
                        .but(new Symptom.OtherVbios(OneNodeStory.GPU, "96.00.99.00.01", span("10:00", "40:00")))
                        .but(new Symptom.EccOff(OneNodeStory.GPU, span("10:00", "40:00")))
                        .but(new Symptom.PowerLimited(OneNodeStory.GPU, 500, span("10:00", "40:00")))
                        .but(new Symptom.ClockLimited(OneNodeStory.GPU, 1400, span("10:00", "40:00"))),
                Map.of("0 used a", 1800.0, "0 free", 1800.0));
    }

    @Test
    void after_a_pod_has_ended_its_gpu_is_free() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:00", "12:34", works(1000)),
                Map.of("0 used a", 754.0, "0 free", 2846.0));
    }

    @Test
    void mig_devices_weigh_their_compute_slices_and_the_rest_is_free() {
        assertTable(
                OneNodeStory.mig(Model.A100, 1, "3g.40gb", "2g.20gb", "1g.10gb")
                        .held("a", 0, 1, Duration.ofMinutes(30), "0:00", "60:00", works(1000))
                        .held("b", 1, 1, Duration.ofMinutes(30), "0:00", "60:00", works(500)),
                Map.of(
                        "0 used a", 3600.0 * 3 / 7,
                        "0 used b", 3600.0 / 7,
                        "0 underused b", 3600.0 / 7,
                        "0 free", 3600.0 * 2 / 7));
    }

    @Test
    void an_a30_has_four_slices() {
        assertTable(
                OneNodeStory.mig(Model.A30, 1, "2g.12gb", "1g.6gb", "1g.6gb")
                        .held("a", 0, 1, Duration.ofMinutes(30), "0:00", "60:00", works(1000))
                        .held("b", 2, 1, Duration.ofMinutes(30), "0:00", "60:00", works(1000)),
                Map.of("0 used a", 1800.0, "0 used b", 900.0, "0 free", 900.0));
    }

    /// It works more than its quarter; what is beyond it is not booked.
    @Test
    void one_of_four_replicas_is_a_quarter_however_much_its_holder_works() {
        assertTable(
                OneNodeStory.shared(Model.L4, 4, 1)
                        .held("a", 0, 1, Duration.ofMinutes(30), "0:00", "60:00", works(600)),
                Map.of("0 used a", 900.0, "0 free", 2700.0));
    }

    @Test
    void four_holders_of_four_replicas_have_a_quarter_each() {
        var story = OneNodeStory.shared(Model.L4, 4, 1);
        for (var pod : new String[] {"a", "b", "c", "d"}) {
            story.held(pod, 0, 1, Duration.ofMinutes(30), "0:00", "60:00", works(200));
        }
        assertTable(
                story,
                Map.of(
                        "0 used a",
                        720.0,
                        "0 underused a",
                        180.0,
                        "0 used b",
                        720.0,
                        "0 underused b",
                        180.0,
                        "0 used c",
                        720.0,
                        "0 underused c",
                        180.0,
                        "0 used d",
                        720.0,
                        "0 underused d",
                        180.0));
    }

    @Test
    void a_gpu_that_is_sick_while_it_is_held_is_still_its_holders() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "30:00", works(1000))
                        .but(new Trouble.FatalXid(OneNodeStory.GPU, 79, span("20:00", "50:00"))),
                Map.of("0 used a", 1200.0, "0 unhealthy a", 600.0, "0 unhealthy", 1200.0, "0 free", 600.0));
    }

    @Test
    void evidence_counts_before_silence() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .but(new Trouble.Dark(OneNodeStory.NODE, span("10:00", "30:00")))
                        .but(new Trouble.NotReady(OneNodeStory.NODE, span("20:00", "40:00"))),
                Map.of("0 unobserved", 600.0, "0 unhealthy", 1200.0, "0 free", 1800.0));
    }

    @Test
    void a_held_gpu_on_a_cordoned_node_stays_held() {
        assertTable(
                OneNodeStory.of(Model.H100, 1)
                        .held("a", "0:00", "30:00", works(1000))
                        .but(new Trouble.Cordoned(OneNodeStory.NODE, span("10:00", "50:00"))),
                Map.of("0 used a", 1800.0, "0 withheld", 1200.0, "0 free", 600.0));
    }

    /// Ten minutes at most; the quiet run counts from their end.
    @Test
    void who_never_does_anything_starts_for_ten_minutes_and_is_idle_then() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:30", "60:00", works(0)),
                Map.of("0 free", 30.0, "0 starting a", 600.0, "0 idle a", 2970.0));
    }

    @Test
    void starting_ends_with_the_first_minute_that_has_something_in_it() {
        assertTable(
                OneNodeStory.of(Model.H100, 1).held("a", "0:30", "60:00", works(Map.of("0:30", 0, "3:45", 1000))),
                Map.of("0 free", 30.0, "0 starting a", 150.0, "0 underused a", 45.0, "0 used a", 3375.0));
    }

    @Test
    void a_notebook_may_be_quiet_for_longer() {
        assertTable(
                OneNodeStory.of(Model.H100, 2)
                        .held(
                                "a",
                                0,
                                1,
                                Duration.ofMinutes(60),
                                "0:00",
                                "59:00",
                                works(Map.of("0:00", 1000, "1:00", 0)))
                        .held(
                                "b",
                                0,
                                1,
                                Duration.ofMinutes(60),
                                "59:00",
                                "120:00",
                                works(Map.of("59:00", 1000, "60:00", 0))),
                Map.of("0 used a", 60.0, "0 underused a", 3480.0, "0 used b", 60.0, "1 idle b", 3600.0));
    }

    @Test
    void nothing_is_lost_and_nothing_is_made() {
        var story = OneNodeStory.shared(Model.L4, 4, 3)
                .held(
                        "a",
                        0,
                        3,
                        Duration.ofMinutes(30),
                        "1:17",
                        "170:03",
                        second -> works((int) (second % 977)).at(second))
                .held("b", 0, 1, Duration.ofMinutes(30), "3:00", "99:59", works(3))
                .but(new Trouble.Dark(OneNodeStory.NODE, span("70:11", "72:00")))
                .but(new Trouble.Lost(OneNodeStory.GPU, span("71:30", "90:00")));

        assertThat(story.truth().gpuSeconds(OneNodeStory.all())).isEqualTo(3 * 3600.0);
        assertThat(at("1:00") - at("0:00")).isEqualTo(60);
    }
}
