package io.gpuledger.analyzer.placement;

import static io.gpuledger.analyzer.placement.DrawnPlaces.WEEK;
import static io.gpuledger.analyzer.placement.DrawnPlaces.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.time.Hour;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BreaksTest {
    private static final long MINUTE = 60_000;
    /// From the fifth hour until the sixth.
    private static final List<Failure> FAILURES = List.of(
            failure("n1", 5 * Hour.MILLIS, Hour.MILLIS, "ai/a"), failure("n2", 6 * Hour.MILLIS, Hour.MILLIS, "ai/a"));

    private static PodRun ended(String pod, long at, boolean succeeded) {
        return new PodRun(
                "c",
                pod,
                new Run(8, 0, Optional.of(0L), Optional.of(at), Optional.empty(), Optional.empty()),
                succeeded);
    }

    private static PodRun evicted(String pod, long at) {
        return new PodRun(
                "c",
                pod,
                new Run(
                        8,
                        0,
                        Optional.of(0L),
                        Optional.of(at + MINUTE),
                        Optional.empty(),
                        Optional.of(new Interruption(at, "EvictionByEvictionAPI"))),
                false);
    }

    private static List<Break> of(PodRun... pods) {
        var breaks = new Breaks(WEEK, FAILURES);
        List.of(pods).forEach(breaks::add);
        return breaks.all();
    }

    @Test
    void a_pod_that_a_failure_hit_and_that_ended_then_was_taken_by_it() {
        var at = 5 * Hour.MILLIS + MINUTE;

        assertThat(of(ended("ai/a", at, false))).singleElement().satisfies(one -> {
            assertThat(one.failure()).contains(0);
            assertThat(one.at()).isEqualTo(at);
            assertThat(one.run().interruption()).contains(new Interruption(at, "gpu"));
        });
    }

    @Test
    void a_pod_that_was_evicted_while_it_was_there_was_taken_by_it_too() {
        assertThat(of(evicted("ai/a", 5 * Hour.MILLIS))).singleElement().satisfies(one -> {
            assertThat(one.failure()).contains(0);
            assertThat(one.run().interruption().orElseThrow().reason()).isEqualTo("EvictionByEvictionAPI");
        });
    }

    @Test
    void of_several_failures_the_first_took_it() {
        assertThat(of(ended("ai/a", 6 * Hour.MILLIS + MINUTE, false)))
                .singleElement()
                .satisfies(one -> assertThat(one.failure()).contains(0));
        assertThat(of(ended("ai/a", 6 * Hour.MILLIS + 10 * MINUTE, false)))
                .singleElement()
                .satisfies(one -> assertThat(one.failure()).contains(1));
    }

    @Test
    void an_eviction_at_another_time_or_of_another_pod_is_no_failure_s_doing() {
        assertThat(of(evicted("ai/a", 20 * Hour.MILLIS), evicted("ai/b", 5 * Hour.MILLIS)))
                .hasSize(2)
                .allSatisfy(one -> assertThat(one.failure()).isEmpty());
    }

    @Test
    void what_succeeded_or_just_ended_elsewhere_was_not_interrupted() {
        var at = 5 * Hour.MILLIS;

        assertThat(of(
                        ended("ai/a", at, true),
                        ended("ai/b", at, false),
                        ended("ai/a", at - 11 * MINUTE, false),
                        evicted("ai/b", WEEK.to())))
                .isEmpty();
    }
}
