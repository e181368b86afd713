package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.advice.Offers.Offer;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SizeTest {
    private static final Offers CUT = new Offers(List.of(), Map.of(Past.A100, List.of("1g.10gb", "3g.40gb")));
    private static final Offer L4 = new Offer("NVIDIA L4", 24 * Past.GIBIBYTE, Map.of("EUR", 500_000L));
    private static final Offer T4 = new Offer("Tesla T4", 16 * Past.GIBIBYTE, Map.of("EUR", 200_000L));

    private static Advice only(List<Advice> advice) {
        assertThat(advice).hasSize(1);
        return advice.getFirst();
    }

    private static Past small() {
        return Past.of("Deployment").always(an -> an.active(0.08).dram(0.01));
    }

    @Test
    void what_fits_into_a_seventh_of_a_gpu_asks_for_that() {
        var advice = only(small().advice(CUT));
        assertThat(advice.kind()).isEqualTo(Kind.MIG_PROFILE);
        assertThat(advice.what()).isEqualTo("Ask for an instance 1g.10gb instead of a whole GPU.");
        assertThat(advice.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(advice.saving().millis()).isEqualTo(7 * 24 * (Hour.MILLIS * 6 / 7));
        assertThat(advice.remedy())
                .isInstanceOfSatisfying(
                        Remedy.Command.class,
                        patch -> assertThat(patch.command())
                                .contains("\"nvidia.com/gpu\":null", "\"nvidia.com/mig-1g.10gb\":\"1\""));
    }

    @Test
    void an_instance_that_the_fleet_has_goes_before_a_smaller_one_that_it_has_not() {
        var big = Past.of("Deployment").always(an -> an.active(0.22).dram(0.01));
        assertThat(only(big.advice(CUT)).what()).contains("3g.40gb");
        var advice = only(big.advice());
        assertThat(advice.what()).contains("2g.20gb");
        assertThat(advice.confidence()).isEqualTo(Confidence.WORTH_A_TRY);
        assertThat(advice.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }

    @Test
    void memory_that_was_full_once_in_two_weeks_does_not_fit() {
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour != 50, an -> an.active(0.08).dram(0.01))
                        .hours(
                                hour -> hour == 50,
                                an -> an.active(0.08).dram(0.01).memory(75 * Past.GIBIBYTE))
                        .advice(CUT))
                .isEmpty();
    }

    @Test
    void an_hour_of_rush_a_week_does_not_fit() {
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour % 168 != 50, an -> an.active(0.04).dram(0.005))
                        .hours(hour -> hour % 168 == 50, an -> an.active(0.97).dram(0.1))
                        .advice(CUT))
                .isEmpty();
    }

    @Test
    void where_nothing_says_how_busy_memory_is_it_may_be_busy_all_the_time() {
        assertThat(only(small().advice(CUT)).what()).contains("1g.10gb");
        assertThat(only(Past.of("Deployment")
                                .always(an -> an.active(0.08).dramUnknown())
                                .advice(CUT))
                        .what())
                .contains("3g.40gb");
    }

    @Test
    void what_is_on_an_instance_may_have_a_smaller_one() {
        var advice = only(Past.of("Notebook")
                .onInstances("7g.80gb")
                .always(an -> an.active(0.08).dram(0.01))
                .advice(CUT));
        assertThat(advice.what()).isEqualTo("Ask for an instance 1g.10gb instead of 7g.80gb.");
        assertThat(advice.remedy()).isInstanceOf(Remedy.Manifest.class);
    }

    @Test
    void pods_that_talk_over_nvlink_are_not_parted() {
        assertThat(Past.of("Deployment")
                        .always(an -> an.active(0.08).dram(0.01).mean(Measure.NVLINK_BYTES_PER_SECOND, 5e5))
                        .advice(CUT))
                .isNotEmpty();
        assertThat(Past.of("Deployment")
                        .always(an -> an.active(0.08).dram(0.01).mean(Measure.NVLINK_BYTES_PER_SECOND, 5e9))
                        .advice(CUT))
                .isEmpty();
    }

    @Test
    void a_single_run_says_nothing_of_the_next_one() {
        assertThat(Past.of("Job").always(an -> an.active(0.08).dram(0.01)).advice(CUT))
                .isEmpty();
        assertThat(Past.of("Job")
                        .hours(hour -> hour != 100, an -> an.active(0.08).dram(0.01))
                        .advice(CUT))
                .isNotEmpty();
    }

    @Test
    void a_cheaper_gpu_does_the_same_work() {
        var fleet = new Offers(List.of(L4, T4), Map.of());
        var advice = only(Past.of("Deployment")
                .always(an -> an.active(0.2).dram(0.005).memory(15 * Past.GIBIBYTE))
                .advice(fleet));
        assertThat(advice.kind()).isEqualTo(Kind.SMALLER_GPU);
        assertThat(advice.what()).isEqualTo("Run it on NVIDIA L4 instead of NVIDIA A100-SXM4-80GB.");
        assertThat(advice.saving().millis()).isZero();
        assertThat(advice.saving().cost()).isEqualTo(Map.of("EUR", 7 * 24 * 1_500_000L));
        assertThat(advice.remedy())
                .isInstanceOfSatisfying(
                        Remedy.Command.class,
                        patch -> assertThat(patch.command())
                                .contains("\"nodeSelector\":{\"nvidia.com/gpu.product\":\"NVIDIA-L4\"}"));
    }

    @Test
    void a_gpu_without_bf16_replaces_none_that_has_it() {
        var fleet = new Offers(List.of(T4), Map.of());
        assertThat(Past.of("Deployment")
                        .always(an -> an.active(0.08).dram(0.01).memory(60 * Past.GIBIBYTE))
                        .advice(fleet))
                .isEmpty();
        assertThat(Past.of("Deployment")
                        .always(an -> an.active(0.04).dram(0.005))
                        .advice(fleet))
                .noneMatch(one -> one.kind() == Kind.SMALLER_GPU);
    }

    @Test
    void a_service_that_does_a_little_all_the_time_shares_by_mps() {
        var advice = only(Past.of("Deployment")
                .on("Tesla T4")
                .always(an -> an.active(0.11).dram(0.01))
                .advice());
        assertThat(advice.what()).isEqualTo("Share its GPU 5 ways by MPS.");
        assertThat(advice.saving().millis()).isEqualTo(7 * 24 * (Hour.MILLIS * 4 / 5));
        assertThat(advice.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }

    @Test
    void a_notebook_shares_by_time_slicing() {
        var advice = only(Past.of("Notebook")
                .on("Tesla T4")
                .always(an -> an.active(0.11).dram(0.01))
                .advice());
        assertThat(advice.what()).isEqualTo("Share its GPU 5 ways by time-slicing.");
    }

    @Test
    void a_model_that_nobody_knows_is_left_alone() {
        assertThat(Past.of("Deployment")
                        .on("NVIDIA X1")
                        .always(an -> an.active(0.08).dram(0.01))
                        .advice(CUT))
                .isEmpty();
    }
}
