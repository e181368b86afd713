package io.gpuledger.analyzer.store.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdleRunsTest {
    private static IdleRun run(String pod, long from, long to) {
        return new IdleRun(pod, "GPU-a", Optional.empty(), new Span(from, to));
    }

    @Test
    void all_are_counted_and_the_longest_are_kept_of_equal_ones_the_first() {
        var runs = new IdleRuns(3);
        for (var at = 0; at < 1_000; at++) {
            runs.add(run("a", at * Hour.MILLIS, at * Hour.MILLIS + 60_000 + (at == 700 ? 1 : 0)));
        }

        assertThat(runs.count()).isEqualTo(1_000);
        assertThat(runs.longest().stream().map(run -> run.span().from() / Hour.MILLIS))
                .containsExactly(700L, 0L, 1L);
    }

    @Test
    void pieces_that_follow_each_other_are_one_run_of_the_same_pod() {
        var runs = new IdleRuns(3);
        runs.add(run("a", 0, 10));
        runs.add(run("a", 10, 20));
        runs.add(run("b", 20, 30));

        assertThat(runs.count()).isEqualTo(2);
        assertThat(runs.longest()).containsExactly(run("a", 0, 20), run("b", 20, 30));
    }
}
