package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdvisorTest {
    private static final Offers CUT = new Offers(List.of(), Map.of(Past.A100, List.of("1g.10gb")));

    private static Past.An small(Past.An an) {
        return an.active(0.08).dram(0.01);
    }

    @Test
    void nothing_is_said_to_who_is_exempt() {
        var past = Past.of("Deployment").always(an -> an.idle(1));
        assertThat(past.advice()).isNotEmpty();
        assertThat(past.annotated("gpu_ledger_io_exempt", "stand-by").advice()).isEmpty();
    }

    @Test
    void who_is_exempt_is_warned_all_the_same() {
        var crowded =
                Past.of("Deployment").always(an -> an.crowded(0.96)).annotated("gpu_ledger_io_exempt", "stand-by");
        assertThat(crowded.advice())
                .singleElement()
                .satisfies(one -> assertThat(one.kind()).isEqualTo(Kind.WARNING));
    }

    @Test
    void nothing_is_said_of_what_was_not_seen_for_more_than_a_tenth_of_the_time() {
        assertThat(Past.of("Deployment")
                        .always(an -> small(an).unobserved(0.09))
                        .advice(CUT))
                .isNotEmpty();
        assertThat(Past.of("Deployment")
                        .always(an -> small(an).unobserved(0.11))
                        .advice(CUT))
                .isEmpty();
        assertThat(Past.of("Deployment")
                        .always(an -> an.idle(0.8).unobserved(0.2))
                        .advice())
                .isEmpty();
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour % 8 != 0, AdvisorTest::small)
                        .hours(hour -> hour % 8 == 0, an -> small(an).unseen())
                        .advice(CUT))
                .isEmpty();
    }

    @Test
    void nothing_is_changed_that_is_younger_than_a_week() {
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour >= 8 * 24, AdvisorTest::small)
                        .advice(CUT))
                .isEmpty();
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour >= 7 * 24, AdvisorTest::small)
                        .advice(CUT))
                .isNotEmpty();
    }

    @Test
    void what_saves_less_than_four_hours_a_week_is_not_worth_a_word() {
        assertThat(Past.of("CronJob")
                        .hours(hour -> hour % 48 == 0, AdvisorTest::small)
                        .advice(CUT))
                .isEmpty();
    }

    @Test
    void of_several_sizes_only_the_best_is_told() {
        var fleet = new Offers(
                List.of(new Offers.Offer("NVIDIA L4", 24 * Past.GIBIBYTE, Map.of("EUR", 500_000L))),
                Map.of(Past.A100, List.of("1g.10gb")));
        assertThat(Past.of("Deployment").always(AdvisorTest::small).advice(fleet))
                .singleElement()
                .satisfies(one -> assertThat(one.kind()).isEqualTo(Kind.MIG_PROFILE));
    }

    @Test
    void holders_of_a_crowded_gpu_are_warned() {
        assertThat(Past.of("Deployment").always(an -> an.crowded(0.95)).advice())
                .isEmpty();
        assertThat(Past.of("Deployment").always(an -> an.crowded(0.96)).advice())
                .singleElement()
                .satisfies(one -> assertThat(one.kind()).isEqualTo(Kind.WARNING));
    }

    @Test
    void the_most_money_comes_first_and_warnings_last_unless_they_are_severe() {
        var all = new ArrayList<>(List.of(
                told(Kind.WARNING, Confidence.LIKELY, 0, 0),
                told(Kind.STOP, Confidence.CERTAIN, 9, 1),
                told(Kind.STOP, Confidence.CERTAIN, 1, 9),
                told(Kind.TUNE, Confidence.WORTH_A_TRY, 10, 0),
                told(Kind.WARNING, Confidence.CERTAIN, 0, 0)));
        assertThat(Advisor.bestFirst(all)).containsExactly(all.get(4), all.get(2), all.get(1), all.get(3), all.get(0));
    }

    private static Advice told(Kind kind, Confidence confidence, long hours, long money) {
        var cost = new TreeMap<String, Long>();
        if (money > 0) {
            cost.put("EUR", money);
        }
        return new Advice(
                new WorkloadName("east", "ml", "Deployment", "serve"),
                kind,
                "",
                "",
                "",
                new Saving(hours * Hour.MILLIS, 0, hours * Hour.MILLIS, cost),
                confidence,
                new Remedy.AskOwner(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x; rm -rf /", "$(id)", "a'b", "-rf", "A", "a..b", "a\nb", ""})
    void a_name_that_nothing_can_have_gets_into_no_command(String name) {
        assertThat(Past.of("Deployment").named(name).always(an -> an.idle(1)).advice())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.remedy()).isInstanceOf(Remedy.AskOwner.class));
        assertThat(Past.of("CronJob")
                        .inContainers(name)
                        .hours(hour -> hour % 24 < 20, AdvisorTest::small)
                        .advice(CUT))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.remedy()).isInstanceOf(Remedy.AskOwner.class));
    }

    @Test
    void of_several_containers_nobody_knows_which_one_is_meant() {
        assertThat(Past.of("Deployment")
                        .inContainers("main", "side")
                        .always(AdvisorTest::small)
                        .advice(CUT))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.remedy()).isInstanceOf(Remedy.AskOwner.class));
    }

    @Test
    void a_slow_start_is_told_of() {
        assertThat(Past.of("CronJob")
                        .hours(
                                hour -> hour % 3 == 0,
                                an -> an.starting(0.2).active(0.9).memory(60 * Past.GIBIBYTE))
                        .advice())
                .singleElement()
                .satisfies(one -> assertThat(one.why()).startsWith("Last week 11 GPU-hours of the 56 GPU-hours"));
    }

    @Test
    void words_are_chosen_by_what_the_work_waits_for() {
        UnaryOperator<Past.An> full = an -> an.active(0.2).memory(75 * Past.GIBIBYTE);
        assertThat(hint(an -> full.apply(an).mean(Measure.PCIE_BYTES_PER_SECOND, 2e9)))
                .startsWith("Move less data");
        assertThat(hint(an -> full.apply(an).mean(Measure.ENGINE_ACTIVE, 0.9))).startsWith("Give its GPUs more");
    }

    private static String hint(UnaryOperator<Past.An> what) {
        var advice = Past.of("Deployment").always(what).advice();
        assertThat(advice)
                .singleElement()
                .satisfies(one -> assertThat(one.kind()).isEqualTo(Kind.TUNE));
        return advice.getFirst().what();
    }

    @Test
    void who_does_not_use_the_tensor_cores_is_told() {
        assertThat(hints(an -> an.active(0.5).mean(Measure.TENSOR_ACTIVE, 0.005)))
                .contains("Let it use the tensor cores.");
        assertThat(hints(an -> an.active(0.5).mean(Measure.TENSOR_ACTIVE, 0.02)))
                .isEmpty();
        assertThat(hints(an -> an.active(0.1).mean(Measure.TENSOR_ACTIVE, 0.005)))
                .isEmpty();
        assertThat(hints(an -> an.active(0.5))).isEmpty();
    }

    private static List<String> hints(UnaryOperator<Past.An> what) {
        return Past.of("Deployment").always(what).advice().stream()
                .filter(one -> one.kind() == Kind.TUNE)
                .map(Advice::what)
                .toList();
    }

    @Test
    void to_what_waits_for_memory_nothing_is_said() {
        assertThat(Past.of("Deployment")
                        .always(an -> an.active(0.2).dram(0.7).mean(Measure.ENGINE_ACTIVE, 0.9))
                        .advice(CUT))
                .isEmpty();
    }
}
