package io.gpuledger.analyzer.failures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoissonTest {
    @ParameterizedTest
    @CsvSource({"0, 5, 1", "1, 1, 0.632121", "3, 1, 0.080301", "3, 10, 0.997231", "20, 5, 3.4521e-7", "1, 0, 0"})
    void chances_are_those_of_published_tables(long count, double mean, double chance) {
        assertThat(Poisson.atLeast(count, mean)).isCloseTo(chance, within(1e-4 * Math.max(chance, 1e-12)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 2.996", "1, 0.051, 4.744", "2, 0.355, 6.296", "10, 5.425, 16.962", "50, 38.96, 63.29"})
    void intervals_are_those_of_published_tables(long count, double low, double high) {
        assertThat(Poisson.low(count)).isCloseTo(low, within(0.005));
        assertThat(Poisson.high(count)).isCloseTo(high, within(0.005));
    }

    @Test
    void what_may_come_adds_up_to_all_that_may() {
        for (var mean : new double[] {0.001, 0.5, 3, 40, 600}) {
            for (var count = 1; count < 1_200; count += 7) {
                var fewer = 0.0;
                var term = Math.exp(-mean);
                for (var n = 0; n < count; n++) {
                    fewer += term;
                    term *= mean / (n + 1);
                }
                assertThat(Poisson.atLeast(count, mean) + fewer)
                        .as("%d of %s", count, mean)
                        .isCloseTo(1, within(1e-9));
            }
        }
    }
}
