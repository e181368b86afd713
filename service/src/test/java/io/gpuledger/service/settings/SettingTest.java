package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingTest {
    @Test
    void a_whole_number_has_no_fraction_and_fits_64_bits() {
        var any = Setting.whole("n", "Any.");

        assertThat(any.read("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
        for (var bad : List.of("", "1.5", "1e3", "0x10", " 1", "9223372036854775808")) {
            refuses(any, bad, "must be a whole number");
        }
    }

    @Test
    void a_duration_is_a_number_with_its_unit() {
        assertThat(Toy.INTERVAL.read("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(Toy.INTERVAL.read("15s")).isEqualTo(Duration.ofSeconds(15));
        assertThat(Toy.INTERVAL.read("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(Toy.INTERVAL.read("1h")).isEqualTo(Duration.ofHours(1));
        assertThat(Toy.INTERVAL.read("1h0m30s")).isEqualTo(Duration.ofSeconds(3630));
        assertThat(Toy.INTERVAL.read("999999999d")).isEqualTo(Duration.ofDays(999_999_999));
        for (var bad : List.of("", "15", "s", "-1s", "1.5s", "1 s", "1S", "1us", "1h30", "9999999999s")) {
            refuses(Toy.INTERVAL, bad, "must be a duration such as 500ms, 15s, 2m, 1h or 14d");
        }
    }

    @Test
    void an_address_is_a_host_and_a_port() {
        assertThat(Toy.LISTEN.read("127.0.0.1:9400")).isEqualTo(new Address("127.0.0.1", 9400));
        assertThat(Toy.LISTEN.read("localhost:0")).isEqualTo(new Address("localhost", 0));
        assertThat(Toy.LISTEN.read("[::1]:65535")).isEqualTo(new Address("::1", 65535));
        assertThat(Toy.LISTEN.read(":9400")).isEqualTo(new Address("0.0.0.0", 9400));
        for (var bad : List.of("", "9400", "host", "host:", "host:65536", "::1:9400", "http://host:80", "host:-1")) {
            refuses(Toy.LISTEN, bad, "must be HOST:PORT or :PORT, with a port up to 65535");
        }
    }

    @Test
    void an_address_reads_as_it_is_written() {
        for (var text : List.of("127.0.0.1:9400", "localhost:0", "[::1]:65535")) {
            assertThat(Address.parse(text)).hasToString(text);
        }
    }

    @Test
    void a_choice_is_one_of_its_words() {
        assertThat(Toy.COLOUR.read("deep-blue")).isEqualTo(Toy.Colour.DEEP_BLUE);
        for (var bad : List.of("", "blue", "RED", "deep_blue")) {
            refuses(Toy.COLOUR, bad, "must be one of deep-blue, red");
        }
    }

    @Test
    void a_choice_can_word_its_constants_itself() {
        var shouted = Setting.choice("colour", Toy.Colour.class, Enum::name, "How it looks.");

        assertThat(shouted.placeholder()).isEqualTo("DEEP_BLUE|RED");
        assertThat(shouted.read("DEEP_BLUE")).isEqualTo(Toy.Colour.DEEP_BLUE);
    }

    @Test
    void a_file_is_a_path() {
        assertThat(Toy.TABLE.read("a/b.csv")).isEqualTo(Path.of("a/b.csv"));
    }

    @Test
    void a_bound_refuses_what_is_beyond_it() {
        assertThat(Toy.COUNT.read("1")).isEqualTo(1);
        assertThat(Toy.COUNT.read("100")).isEqualTo(100);
        refuses(Toy.COUNT, "0", "must be from 1 to 100");
        refuses(Toy.COUNT, "101", "must be from 1 to 100");
        refuses(Toy.COUNT, "many", "must be a whole number");
    }

    @Test
    void all_bounds_hold() {
        var even = Toy.COUNT.that(count -> count % 2 == 0, "even");

        refuses(even, "3", "must be even");
        refuses(even, "102", "must be from 1 to 100");
    }

    @Test
    void a_default_is_held_to_the_bounds_too() {
        assertThat(Setting.whole("n", "Any.").or("x").fallback()).contains("x");
        refuses(Toy.COUNT.or("0"), "0", "must be from 1 to 100");
    }

    private static void refuses(Setting<?> setting, String text, String message) {
        assertThatIllegalArgumentException()
                .as(text)
                .isThrownBy(() -> setting.read(text))
                .withMessage(message);
    }

    @Test
    void a_duration_may_be_a_number_of_milliseconds_where_others_have_it_so() {
        assertThat(Toy.settings("--pause=2500").get(Toy.PAUSE)).isEqualTo(Duration.ofMillis(2500));
        assertThat(Toy.settings("--pause=2m").get(Toy.PAUSE)).isEqualTo(Duration.ofMinutes(2));
        assertThat(Toy.problems("--pause=soon"))
                .containsExactly(
                        "pause: must be a duration such as 500ms, 15s, 2m, 1h or 14d, not 'soon' (flag --pause)");
    }
}
