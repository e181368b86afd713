package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
    // What Go's strconv.FormatFloat(x, 'g', -1, 64) prints.
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1, 1",
        "-1, -1",
        "42, 42",
        "30.982, 30.982",
        "0.5, 0.5",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "0.000012345, 1.2345e-05",
        "999999, 999999",
        "1000000, 1e+06",
        "1234567, 1.234567e+06",
        "123456.789, 123456.789",
        "129931554972, 1.29931554972e+11",
        "-129931554972, -1.29931554972e+11",
        "1e100, 1e+100",
        "1.7976931348623157E308, 1.7976931348623157e+308",
    })
    void prints_floats_as_go_does(double value, String printed) {
        assertThat(Numbers.go(value)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "85899345920, 85899345920",
        "0.25, 0.25",
        "19836.364999999998, 19836.365",
        "-3, -3",
        "1e18, 1e+18",
        "9007199254740992, 9007199254740992"
    })
    void prints_whole_numbers_in_full_and_others_to_the_millionth(double value, String printed) {
        assertThat(Numbers.plain(value)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "999999, 0.000",
        "1000000, 0.001",
        "1999999999, 1.999",
        "2000000000, 2.000",
        "86400000000000, 86400.000",
        "1050000000, 1.050"
    })
    void prints_seconds_to_the_millisecond_and_rounds_down(long nanos, String printed) {
        assertThat(Numbers.seconds(nanos)).isEqualTo(printed);
    }

    @Test
    void whole_numbers_have_the_fewest_digits_too() {
        var seed = 20261121L;
        var random = new Random(seed);
        for (var i = 0; i < 10_000; i++) {
            var value = (double) (random.nextLong(1L << 53) >> random.nextInt(40));
            var shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
            assertThat(new BigDecimal(Numbers.go(value)).stripTrailingZeros())
                    .as("seed %d, number %d", seed, i)
                    .isEqualTo(shortest);
        }
    }

    @Test
    void a_decimal_is_rounded_by_all_of_its_binary_digits() {
        var seed = 20261122L;
        var random = new Random(seed);
        for (var i = 0; i < 100_000; i++) {
            var value = anyDecimal(random);
            var rounded = new BigDecimal(value).setScale(6, RoundingMode.HALF_EVEN);
            assertThat(Numbers.dcgm(value))
                    .as("seed %d, number %d: %s", seed, i, value)
                    .isEqualTo(Numbers.go(rounded.doubleValue()));
            assertThat(Numbers.plain(value))
                    .as("seed %d, number %d: %s", seed, i, value)
                    .isEqualTo(Numbers.go(Math.rint(value * 1e6) / 1e6));
        }
    }

    /// Returns a number that is not whole. Some are near the middle of two millionths, where the rounding is decided.
    private static double anyDecimal(Random random) {
        var millionths = random.nextLong(-999_000_000_000L, 999_000_000_000L) >> random.nextInt(35);
        var value = (millionths + (random.nextBoolean() ? 0.5 : random.nextDouble())) / 1e6;
        var near = random.nextInt(3) == 0 ? Math.nextUp(value) : value;
        return near == Math.rint(near) ? 0.123456 : near;
    }

    @Test
    void what_it_prints_as_go_does_reads_back_the_same() {
        var seed = 20261121L;
        var random = new Random(seed);
        for (var i = 0; i < 10_000; i++) {
            var value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(Numbers.go(value)))
                        .as("seed %d, number %d", seed, i)
                        .isEqualTo(value);
            }
        }
    }
}
