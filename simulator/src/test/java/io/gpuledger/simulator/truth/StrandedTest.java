package io.gpuledger.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Span;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What of scripted days is free and of no use, in seconds of GPUs on the second day: on the first nobody is expected.
class StrandedTest {
    private static final long DAY = 86_400;

    private static Map<String, Long> unheld(String script) {
        var story = Script.read(script, new Span(0, 2 * DAY));
        var book = Truth.withStranded(story, Basis.SM_ACTIVE, new Span(DAY, 2 * DAY));
        var sums = new TreeMap<String, Long>();
        book.parts().keySet().stream()
                .filter(StrandedTest::isUnheld)
                .map(StrandedTest::word)
                .forEach(word -> sums.put(
                        word,
                        Math.round(book.gpuSeconds(
                                other -> isUnheld(other) && word(other).equals(word)))));
        return sums;
    }

    private static boolean isUnheld(Account account) {
        return account.state() == State.FREE || account.state() == State.STRANDED;
    }

    private static String word(Account account) {
        return account.cause().map(Cause::word).orElse("free");
    }

    @Test
    void a_gpu_is_of_use_to_who_came_the_day_before() {
        assertThat(unheld("""
            node n1 h100 2
            pod one ads on n1/0 from 0 to 1h doing 50%
            """)).isEqualTo(Map.of("free", 2 * DAY));
    }

    @Test
    void pods_without_gpus_take_the_cores_that_a_gpu_needs() {
        assertThat(unheld("""
            node n1 h100 2
            pod one ads on n1/0 from 0 to 1h doing 50%
            guest etl ads on n1 cpus 60 from 1d2h to 1d3h
            guest more ads on n1 cpus 20 from 1d2h to 1d2h30m
            """)).isEqualTo(Map.of("free", 2 * DAY - 3_600 - 1_800, "host_cpu", 3_600L + 1_800L));
    }

    @Test
    void who_wants_two_leaves_a_third_one() {
        assertThat(unheld("""
            node n1 h100 3
            pod pair ads on n1/0,n1/1 from 0 to 1h doing 50%
            """)).isEqualTo(Map.of("free", 2 * DAY, "fragmented", DAY));
    }

    @Test
    void profiles_that_nobody_asks_for_and_slices_of_none_are_left_over() {
        assertThat(unheld("""
            node n1 a100 1 mig 3g.40gb,2g.20gb
            pod half ads on n1/0.0 from 0 to 1h doing 50%
            """)).isEqualTo(Map.of("free", 37_029L, "mig_remainder", 49_371L));
    }

    @Test
    void nobody_who_tolerates_the_node_was_there() {
        assertThat(unheld("""
            node n0 h100 8
            node n1 h100 1 tainted dedicated=research
            pod one ads on n0/0 from 0 to 2d doing 50%
            """)).isEqualTo(Map.of("free", 7 * DAY, "taint_mismatch", DAY));
    }

    @Test
    void what_is_held_cordoned_or_sick_is_not_asked_about() {
        assertThat(unheld("""
            node n1 h100 3
            pod pair ads on n1/0,n1/1 from 0 to 1h doing 50%
            cordoned n1 from 1d to 1d12h
            """)).isEqualTo(Map.of("free", DAY, "fragmented", DAY / 2));
    }
}
