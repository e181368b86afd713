package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private final Numbers numbers = new Numbers();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "+0",
                "1",
                "+1",
                "-1",
                "007",
                "0.1",
                ".5",
                "5.",
                "-.5",
                "1e5",
                "1E5",
                "1e+5",
                "1e-5",
                "1.5e3",
                "0e999",
                "0e99999999999999999999",
                "9007199254740992",
                "9007199254740993",
                "9007199254740991.5",
                "1e22",
                "1e23",
                "8.5e22",
                "123456789012345678",
                "1234567890123456789",
                "9999999999999999999",
                "12345678901234567890",
                "18446744073709551616",
                "0.30000000000000004",
                "1.7976931348623157e308",
                "2.2250738585072014e-308",
                "4.9e-324",
                "1e-400",
                "1e64",
                "1e-64",
                "1e65",
                "9999999999999999999e64",
                "1e-65",
                "0.000000000000000000000000000001",
                "0x1p3",
                "-0X1.8P-3",
                "0x.8p1",
                "0xAp0",
                "0x1.fffffffffffff8p0",
                "2.5e-5",
                "5e-1"
            })
    void a_number_is_what_the_jdk_says_it_is(String text) {
        assertThat(read(text)).isTrue();
        assertThat(Double.doubleToLongBits(numbers.value()))
                .isEqualTo(Double.doubleToLongBits(Double.parseDouble(text)));
    }

    @ParameterizedTest
    @CsvSource({
        "Inf, Infinity",
        "+Inf, Infinity",
        "-Inf, -Infinity",
        "inf, Infinity",
        "INFINITY, Infinity",
        "-infinity, -Infinity",
        "NaN, NaN",
        "nan, NaN",
        "NAN, NaN"
    })
    void what_is_no_number_of_digits_has_its_words(String text, double value) {
        assertThat(read(text)).isTrue();
        assertThat(numbers.value()).isEqualTo(Double.valueOf(value));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "+",
                "-",
                ".",
                "-.",
                "e5",
                "1e",
                "1e+",
                "1_000",
                "0x10",
                "0x",
                "0xp1",
                "0x_1p3",
                "1f",
                "1d",
                "1L",
                "1,5",
                "--1",
                "+-1",
                "+nan",
                "-NaN",
                "infi",
                "infinit",
                "infinityy",
                "1e400",
                "-1e400",
                "0x1p2000",
                "1.2.3",
                "1e5.5",
                "１",
                "1\r",
                "NaN0",
                "Infinity-",
                "N/A",
                "[Not Supported]"
            })
    void what_go_would_not_read_is_no_number(String text) {
        assertThat(read(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 ", "1\t2", "1\n2", "1.25 # {} 1"})
    void a_number_ends_with_a_blank_or_the_line(String text) {
        assertThat(read(text)).isTrue();
        assertThat(numbers.end()).isEqualTo(text.split("\\s", 2)[0].length());
    }

    @Test
    void no_number_is_longer_than_a_thousand_characters() {
        assertThat(read("0".repeat(999) + "1")).isTrue();
        assertThat(read("0".repeat(1000) + "1")).isFalse();
        assertThat(read("1e" + "0".repeat(999))).isFalse();
        assertThat(read("x".repeat(100_000))).isFalse();
    }

    @Test
    void random_numbers_are_what_the_jdk_says_they_are() {
        var seed = System.nanoTime();
        System.out.println("NumbersTest seed " + seed);
        compare(200_000, seed);
    }

    /// Compares as many numbers as one likes. It is started by hand: `NumbersTest COUNT [SEED]`.
    public static void main(String[] arguments) {
        var seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        new NumbersTest().compare(Long.parseLong(arguments[0]), seed);
        System.out.println("none differs; seed " + seed);
    }

    private void compare(long count, long seed) {
        var random = new SplittableRandom(seed);
        for (var i = 0L; i < count; i++) {
            var text = random(random);
            var value = Double.parseDouble(text);
            if (read(text) == Double.isInfinite(value)) {
                throw new AssertionError(text);
            }
            if (!Double.isInfinite(value)
                    && Double.doubleToLongBits(numbers.value()) != Double.doubleToLongBits(value)) {
                throw new AssertionError(text + " is not " + numbers.value());
            }
        }
    }

    private static String random(SplittableRandom random) {
        var exponent = random.nextInt(-80, 81);
        var digits = Long.toUnsignedString(random.nextLong() >>> random.nextInt(64));
        return switch (random.nextInt(7)) {
            case 0 -> digits + "e" + exponent;
            case 1 -> digits + "." + Long.toUnsignedString(random.nextLong() >>> random.nextInt(64));
            case 2 -> Double.toString(random.nextDouble() * Math.pow(10, exponent));
            case 3 -> String.format(Locale.ROOT, "%.6f", random.nextDouble() * 1e6);
            // Halves between two doubles, and what is near them.
            case 4 -> Long.toString((1L << 53 | random.nextLong() >>> 11 | 1) + random.nextInt(-1, 2));
            case 5 ->
                new BigDecimal(Math.scalb((double) (random.nextLong() >>> 11 | 1L << 52), random.nextInt(-8, 8)))
                        .add(BigDecimal.valueOf(random.nextInt(-1, 2), 9))
                        .toPlainString();
            default -> "-" + digits + "e" + random.nextInt(-400, 400);
        };
    }

    private boolean read(String text) {
        var bytes = text.getBytes(ISO_8859_1);
        return numbers.read(bytes, 0, bytes.length);
    }
}
