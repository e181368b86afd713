package io.gpuledger.exporter.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ForwardCountTest {
    @Test
    void begins_where_the_driver_is() {
        assertThat(new ForwardCount().advance(40)).isEqualTo(40);
    }

    @Test
    void goes_on_from_where_it_was_when_the_driver_starts_again() {
        var counter = new ForwardCount();
        counter.advance(40);
        assertThat(counter.advance(3)).isEqualTo(43);
        assertThat(counter.advance(5)).isEqualTo(45);
        assertThat(counter.advance(0)).isEqualTo(45);
    }

    @RepeatedTest(20)
    void never_goes_back(RepetitionInfo seed) {
        var random = new Random(seed.getCurrentRepetition());
        var counter = new ForwardCount();
        var before = 0.0;
        for (var step = 0; step < 1000; step++) {
            var after = counter.advance(random.nextInt(100));
            assertThat(after)
                    .as("seed %d, step %d", seed.getCurrentRepetition(), step)
                    .isGreaterThanOrEqualTo(before);
            before = after;
        }
    }
}
