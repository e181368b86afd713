package io.gpuledger.service.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    private String file = "";

    @BeforeEach
    void write_a_file() throws IOException {
        file = Files.writeString(folder.resolve("toy.yml"), "# a toy\ninterval: 3s\n")
                .toString();
    }

    @Test
    void a_flag_beats_the_environment() {
        var settings = Toy.settings(
                Map.of("TOY_BOX_INTERVAL", "4s", "TOY_BOX_CONFIG", file), "--config", file, "--interval", "5s");

        assertThat(settings.get(Toy.INTERVAL)).isEqualTo(Duration.ofSeconds(5));
        assertThat(settings.effective()).contains("interval = 5s (flag --interval)");
    }

    @Test
    void the_environment_beats_the_file() {
        var settings = Toy.settings(Map.of("TOY_BOX_INTERVAL", "4s"), "--config", file);

        assertThat(settings.get(Toy.INTERVAL)).isEqualTo(Duration.ofSeconds(4));
        assertThat(settings.effective()).contains("interval = 4s (environment TOY_BOX_INTERVAL)");
    }

    @Test
    void the_file_beats_the_default() {
        var settings = Toy.settings(Map.of("TOY_BOX_CONFIG", file));

        assertThat(settings.get(Toy.INTERVAL)).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.effective()).contains("interval = 3s (" + file + ":2)");
    }

    @Test
    void the_default_holds_where_nothing_is_given() {
        assertThat(Toy.settings().effective())
                .containsExactly(
                        "interval = 1s (default)",
                        "count = 2 (default)",
                        "listen = :9400 (default)",
                        "colour = deep-blue (default)",
                        "quiet = false (default)",
                        "pause = 1s (default)");
    }

    @Test
    void what_somebody_said_is_told_without_the_defaults() {
        assertThat(Toy.settings().said()).isEmpty();
        assertThat(Toy.settings(Map.of("TOY_BOX_INTERVAL", "4s"), "--count", "2")
                        .said())
                .containsExactly("interval = 4s (environment TOY_BOX_INTERVAL)", "count = 2 (flag --count)");
    }

    @Test
    void a_setting_without_a_default_may_be_left_out() {
        assertThat(Toy.settings().find(Toy.NAME)).isEmpty();
        assertThat(Toy.settings("--name", "ball").find(Toy.NAME)).contains("ball");
    }

    @Test
    void a_setting_that_has_no_value_cannot_be_got() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Toy.settings().get(Toy.NAME))
                .withMessage("no value for name");
    }

    @Test
    void a_value_that_is_beaten_is_not_looked_at() {
        assertThat(Toy.problems(Map.of("TOY_BOX_INTERVAL", "nonsense"), "--interval", "5s"))
                .isEmpty();
    }

    @Test
    void all_problems_are_listed_at_once() throws IOException {
        Files.writeString(Path.of(file), "intervall: 1s\ncount: many\n");

        assertThat(Toy.problems(
                        Map.of("TOY_BOX_LISTEN", "nowhere", "TOY_BOX_COLOR", "red"),
                        "sing",
                        "--config",
                        file,
                        "--colour",
                        "green",
                        "--nam",
                        "ball"))
                .containsExactlyInAnyOrder(
                        "unknown command sing",
                        "unknown flag --nam; did you mean --name?",
                        "unknown environment variable TOY_BOX_COLOR; did you mean TOY_BOX_COLOUR?",
                        file + ":1: unknown key intervall; did you mean interval?",
                        "count: must be a whole number, not 'many' (" + file + ":2)",
                        "listen: must be HOST:PORT or :PORT, with a port up to 65535, not 'nowhere'"
                                + " (environment TOY_BOX_LISTEN)",
                        "colour: must be one of deep-blue, red, not 'green' (flag --colour)");
    }

    @Test
    void a_problem_is_one_line_even_if_its_value_is_not() {
        assertThat(Toy.problems("--count", "1\n2"))
                .containsExactly("count: must be a whole number, not '1 2' (flag --count)");
    }
}
