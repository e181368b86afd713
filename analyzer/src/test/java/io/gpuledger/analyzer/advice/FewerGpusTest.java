package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import org.junit.jupiter.api.Test;

class FewerGpusTest {
    private static Advice only(List<Advice> advice) {
        assertThat(advice).hasSize(1);
        return advice.getFirst();
    }

    @Test
    void a_pod_that_uses_two_of_its_eight_gpus_asks_for_two() {
        var advice = only(Past.of("Deployment")
                .always(an -> an.units(8, 2, 2).active(0.9))
                .advice());
        assertThat(advice.kind()).isEqualTo(Kind.FEWER_GPUS);
        assertThat(advice.what()).isEqualTo("Ask for 2 GPUs a pod instead of 8.");
        assertThat(advice.saving().millis()).isEqualTo(6 * 7 * 24 * Hour.MILLIS);
        assertThat(advice.remedy())
                .isEqualTo(new Remedy.Command("kubectl -n ml patch deployment/serve --type=strategic -p"
                        + " '{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"main\",\"resources\":"
                        + "{\"limits\":{\"nvidia.com/gpu\":\"2\"},\"requests\":{\"nvidia.com/gpu\":\"2\"}}}]}}}}'"));
    }

    @Test
    void the_next_run_of_a_job_asks_for_fewer_in_its_manifest() {
        var advice = only(Past.of("CronJob")
                .hours(hour -> hour % 24 < 20, an -> an.units(4, 1, 1).active(0.9))
                .advice());
        assertThat(advice.remedy()).isEqualTo(new Remedy.Manifest("""
            containers:
              - name: main
                resources:
                  limits:
                    nvidia.com/gpu: 1
            """));
    }

    @Test
    void a_single_hour_in_which_all_are_used_is_enough_to_keep_them() {
        assertThat(Past.of("Deployment")
                        .hours(hour -> hour != 100, an -> an.units(8, 2, 2).active(0.9))
                        .hours(hour -> hour == 100, an -> an.units(8, 8, 8).active(0.9))
                        .advice())
                .isEmpty();
    }

    @Test
    void gpus_that_hold_memory_and_do_nothing_are_a_question_to_the_owner() {
        var advice = only(Past.of("PyTorchJob")
                .hours(hour -> hour % 24 < 20, an -> an.units(8, 8, 1).active(0.9))
                .advice());
        assertThat(advice.kind()).isEqualTo(Kind.TUNE);
        assertThat(advice.confidence()).isEqualTo(Confidence.WORTH_A_TRY);
        assertThat(advice.remedy())
                .isInstanceOfSatisfying(
                        Remedy.AskOwner.class, ask -> assertThat(ask.question()).contains("--nproc-per-node=8"));
    }

    @Test
    void ten_replicas_with_little_to_do_are_three() {
        var advice = only(Past.of("Deployment")
                .always(an -> an.pods(10).active(0.2).memory(70 * Past.GIBIBYTE))
                .advice());
        assertThat(advice.what()).isEqualTo("Run 3 replicas instead of 10.");
        assertThat(advice.saving().millis()).isEqualTo(7 * 7 * 24 * Hour.MILLIS);
        assertThat(advice.remedy()).isEqualTo(new Remedy.Command("kubectl -n ml scale deployment/serve --replicas=3"));
    }

    @Test
    void two_replicas_stay_as_one_may_be_replaced() {
        assertThat(Past.of("Deployment")
                        .always(an -> an.pods(2).active(0.1).memory(70 * Past.GIBIBYTE))
                        .advice())
                .isEmpty();
    }

    @Test
    void replicas_that_decode_wait_for_memory_and_stay() {
        assertThat(Past.of("Deployment")
                        .always(an -> an.pods(10).active(0.2).dram(0.4).memory(70 * Past.GIBIBYTE))
                        .advice())
                .isEmpty();
    }

    @Test
    void what_replicas_move_may_need_more_of_them_than_what_they_reckon() {
        var advice = only(Past.of("Deployment")
                .always(an -> an.pods(10).active(0.2).dram(0.25).memory(70 * Past.GIBIBYTE))
                .advice());
        assertThat(advice.what()).isEqualTo("Run 6 replicas instead of 10.");
    }

    @Test
    void the_busiest_hour_of_the_weeks_says_how_many_replicas_there_must_be() {
        var advice = only(Past.of("Deployment")
                .hours(hour -> hour != 77, an -> an.pods(10).active(0.1).memory(70 * Past.GIBIBYTE))
                .hours(hour -> hour == 77, an -> an.pods(10).active(0.6).memory(70 * Past.GIBIBYTE))
                .advice());
        assertThat(advice.what()).isEqualTo("Run 8 replicas instead of 10.");
    }

    @Test
    void the_replicas_of_a_stateful_set_may_be_parts_of_one_thing() {
        var advice = only(Past.of("StatefulSet")
                .always(an -> an.pods(10).active(0.2).memory(70 * Past.GIBIBYTE))
                .advice());
        assertThat(advice.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }
}
