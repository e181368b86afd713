package io.gpuledger.analyzer.store.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.LogLines;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class RefusalsTest {
    private final LogLines log = LogLines.of(Refusals.class);

    @AfterEach
    void leave() {
        log.close();
    }

    @Test
    void one_line_tells_of_all_that_is_refused_of_a_portion() {
        var refusals = new Refusals();
        for (var i = 0; i < 2_000; i++) {
            refusals.add("a row of gpu-" + i, "invalid byte sequence");
        }
        refusals.tell(20_000);

        assertThat(refusals.count()).isEqualTo(2_000);
        assertThat(log.lines())
                .containsExactly(
                        "WARNING The database refuses 2,000 of the 20,000 rows of a portion, which are left out; the"
                                + " first is a row of gpu-0: invalid byte sequence");
    }

    @Test
    void of_a_long_one_the_beginning_is_told() {
        var refusals = new Refusals();
        refusals.add("x".repeat(10_000), "too long");
        refusals.tell(1);

        assertThat(log.lines()).singleElement().asString().hasSizeLessThan(400).endsWith("x ...: too long");
    }

    @Test
    void where_nothing_is_refused_nothing_is_told() {
        new Refusals().tell(5);

        assertThat(log.lines()).isEmpty();
    }
}
