package io.gpuledger.analyzer.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.advice.Advice.Confidence;
import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StopTest {
    private static boolean isNight(int hour) {
        return hour % 24 >= 19 || hour % 24 < 7;
    }

    private static Past sleepingAtNight(String kind) {
        return Past.of(kind)
                .hours(hour -> !isNight(hour), an -> an.active(0.9).memory(60 * Past.GIBIBYTE))
                .hours(StopTest::isNight, an -> an.idle(1).memory(60 * Past.GIBIBYTE));
    }

    private static List<Advice> stops(Past past) {
        return past.advice().stream().filter(one -> one.kind() == Kind.STOP).toList();
    }

    private static Advice stop(Past past) {
        var stops = stops(past);
        assertThat(stops).hasSize(1);
        return stops.getFirst();
    }

    @Test
    void a_notebook_that_sleeps_at_night_is_stopped_at_night() {
        var stop = stop(sleepingAtNight("Notebook").named("jane"));
        assertThat(stop.what()).isEqualTo("Stop it from 19:00 to 07:00 UTC.");
        assertThat(stop.why()).startsWith("It was idle from 19:00 to 07:00 UTC, on 13 of 13 days.");
        assertThat(stop.saving().millis()).isEqualTo(7 * 12 * Hour.MILLIS);
        assertThat(stop.saving().cost()).containsOnly(Map.entry("EUR", 7 * 12 * 2_000_000L));
        assertThat(stop.confidence()).isEqualTo(Confidence.CERTAIN);
        assertThat(stop.margin()).contains("gpu-ledger.io/idle-after");
        assertThat(stop.remedy())
                .isEqualTo(new Remedy.Command("kubectl -n ml annotate notebook/jane"
                        + " kubeflow-resource-stopped=\"$(date -u +%FT%TZ)\" --overwrite"));
    }

    @Test
    void a_night_of_work_now_and_then_changes_nothing_but_the_count() {
        var past = Past.of("Notebook")
                .hours(
                        hour -> !isNight(hour) || hour / 24 == 4,
                        an -> an.active(0.9).memory(60 * Past.GIBIBYTE))
                .hours(hour -> isNight(hour) && hour / 24 != 4, an -> an.idle(1).memory(60 * Past.GIBIBYTE));
        assertThat(stop(past).why()).contains("from 19:00 to 07:00 UTC, on 11 of 13 days");
    }

    @Test
    void a_deployment_that_sleeps_at_night_is_for_its_owner_to_scale() {
        var stop = stop(sleepingAtNight("Deployment"));
        assertThat(stop.what()).isEqualTo("Scale it down from 19:00 to 07:00 UTC.");
        assertThat(stop.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }

    @Test
    void pauses_of_three_hours_are_no_nights() {
        var past = Past.of("Notebook")
                .hours(hour -> hour % 24 >= 3, an -> an.active(0.9).memory(60 * Past.GIBIBYTE))
                .hours(hour -> hour % 24 < 3, an -> an.idle(1).memory(60 * Past.GIBIBYTE));
        assertThat(stops(past)).isEmpty();
    }

    @Test
    void a_deployment_that_nobody_calls_is_scaled_to_nothing_and_not_made_smaller() {
        var past = Past.of("Deployment").always(an -> an.idle(1));
        assertThat(past.advice()).hasSize(1);
        var stop = stop(past);
        assertThat(stop.remedy()).isEqualTo(new Remedy.Command("kubectl -n ml scale deployment/serve --replicas=0"));
        assertThat(stop.saving().millis()).isEqualTo(7 * 24 * Hour.MILLIS);
        assertThat(stop.saving().least()).isEqualTo(7 * 24 * Hour.MILLIS);
    }

    @Test
    void a_deployment_that_is_called_once_a_day_is_not_scaled_to_nothing() {
        var past = Past.of("Deployment")
                .hours(hour -> hour % 24 == 8, an -> an.active(0.9))
                .hours(hour -> hour % 24 != 8, an -> an.idle(1));
        assertThat(past.advice()).noneMatch(one -> one.what().contains("0 replicas"));
    }

    @Test
    void a_job_that_hangs_is_suspended() {
        var stop = stop(Past.of("Job")
                .named("train")
                .hours(hour -> hour >= 200 && hour < 240, an -> an.active(0.9))
                .hours(hour -> hour >= 240, an -> an.idle(1)));
        assertThat(stop.why()).contains("for up to 96 hours, to the end of the week, in 1 of 1 run.");
        assertThat(stop.saving().millis()).isEqualTo(96 * Hour.MILLIS);
        assertThat(stop.saving().least()).isZero();
        assertThat(stop.remedy())
                .isEqualTo(new Remedy.Command(
                        "kubectl -n ml patch job/train --type=merge -p '{\"spec\":{\"suspend\":true}}'"));
    }

    @Test
    void what_hung_until_it_ended_is_for_its_owner_to_mend() {
        var stop = stop(Past.of("PyTorchJob")
                .hours(hour -> hour >= 200 && hour < 240, an -> an.active(0.9))
                .hours(hour -> hour >= 240 && hour < 260, an -> an.idle(1)));
        assertThat(stop.what()).isEqualTo("End it when it is done: it hung.");
        assertThat(stop.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }

    @Test
    void what_hung_within_a_day_is_told_where_it_held_much() {
        var past = Past.of("PyTorchJob")
                .hours(
                        hour -> hour >= 241 && hour < 243,
                        an -> an.units(8, 8, 8).active(0.9))
                .hours(
                        hour -> hour >= 243 && hour < 253,
                        an -> an.units(8, 8, 8).idle(1));
        assertThat(stop(past).saving().millis()).isEqualTo(80 * Hour.MILLIS);
    }

    @Test
    void a_job_that_has_not_worked_yet_does_not_hang() {
        assertThat(stops(Past.of("Job").hours(hour -> hour >= 240, an -> an.idle(1))))
                .isEmpty();
    }

    @Test
    void a_job_of_a_kind_that_nobody_knows_gets_no_command() {
        var stop = stop(Past.of("Sweep")
                .hours(hour -> hour >= 200 && hour < 240, an -> an.active(0.9))
                .hours(hour -> hour >= 240, an -> an.idle(1)));
        assertThat(stop.remedy()).isInstanceOf(Remedy.AskOwner.class);
    }
}
