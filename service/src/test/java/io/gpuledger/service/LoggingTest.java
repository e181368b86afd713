package io.gpuledger.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.Logging.Verbosity;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class LoggingTest {
    private static final String INSTANT = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z";
    private static final Logger OURS = System.getLogger("io.gpuledger.toy.Box");
    private static final Logger THEIRS = System.getLogger("org.example.Library");

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void catch_what_is_printed() {
        System.setErr(new PrintStream(printed, true, UTF_8));
    }

    @AfterEach
    void let_go() {
        System.setErr(before);
        Logging.start(Verbosity.INFO);
    }

    @Test
    void an_event_is_one_line() {
        Logging.start(Verbosity.INFO);
        OURS.log(Level.INFO, "the ball is {red}");
        OURS.log(Level.WARNING, "{0} balls", 2);

        assertThat(lines()).hasSize(2);
        assertThat(lines().getFirst()).matches(INSTANT + " INFO    toy\\.Box the ball is \\{red}");
        assertThat(lines().getLast()).matches(INSTANT + " WARNING toy\\.Box 2 balls");
    }

    @Test
    void a_message_with_line_ends_is_one_line_too() {
        Logging.start(Verbosity.INFO);
        OURS.log(Level.INFO, "red\r\n2026-11-21T00:00:00Z ERROR   toy.Box blue\n");

        assertThat(lines())
                .singleElement()
                .asString()
                .endsWith(" INFO    toy.Box red 2026-11-21T00:00:00Z ERROR   toy.Box blue ");
    }

    @Test
    void a_message_moves_no_terminal_and_ends_no_line() {
        Logging.start(Verbosity.INFO);
        OURS.log(Level.INFO, "a\0b\u001b[2Jc\u009bd\u202ee\u2028f\tg");

        assertThat(lines()).singleElement().asString().endsWith(" INFO    toy.Box a?b?[2Jc?d?e f g");
    }

    @Test
    void what_was_thrown_forges_no_line_and_moves_no_terminal() {
        Logging.start(Verbosity.INFO);
        var forged = "flat\n2026-11-21T00:00:00Z ERROR   toy.Box it burns\u001b[2J";
        OURS.log(Level.ERROR, "cannot play", new IllegalStateException(forged));

        assertThat(lines()).filteredOn(line -> line.matches(INSTANT + ".*")).hasSize(1);
        assertThat(printed.toString(UTF_8)).doesNotContain("\u001b");
    }

    @Test
    void what_was_thrown_is_printed_with_its_causes() {
        Logging.start(Verbosity.INFO);
        OURS.log(Level.ERROR, "cannot play", new IllegalStateException("it is flat", new RuntimeException("a nail")));

        assertThat(lines().getFirst()).matches(INSTANT + " ERROR   toy\\.Box cannot play");
        assertThat(lines())
                .contains(
                        "    java.lang.IllegalStateException: it is flat",
                        "    Caused by: java.lang.RuntimeException: a nail")
                .anyMatch(line -> line.contains("at io.gpuledger.service.LoggingTest."));
    }

    @Test
    void what_is_less_grave_than_asked_for_is_left_out() {
        assertThat(levels(Verbosity.DEBUG)).containsExactly("DEBUG", "INFO", "WARNING", "ERROR");
        assertThat(levels(Verbosity.INFO)).containsExactly("INFO", "WARNING", "ERROR");
        assertThat(levels(Verbosity.WARNING)).containsExactly("WARNING", "ERROR");
        assertThat(levels(Verbosity.ERROR)).containsExactly("ERROR");
    }

    @Test
    void libraries_speak_up_only_when_something_is_wrong() {
        Logging.start(Verbosity.DEBUG);
        THEIRS.log(Level.INFO, "I was started");
        THEIRS.log(Level.WARNING, "I am deprecated");

        assertThat(lines()).singleElement().asString().endsWith(" WARNING org.example.Library I am deprecated");
    }

    @Test
    void the_levels_are_the_words_of_the_setting() {
        assertThat(Logging.LOG_LEVEL.placeholder()).isEqualTo("debug|info|warning|error");
        assertThat(Logging.LOG_LEVEL.fallback()).contains("info");
    }

    private List<String> levels(Verbosity verbosity) {
        printed.reset();
        Logging.start(verbosity);
        List.of(Level.DEBUG, Level.INFO, Level.WARNING, Level.ERROR).forEach(level -> OURS.log(level, "it plays"));
        return lines().stream().map(line -> line.split(" ", 3)[1]).toList();
    }

    private List<String> lines() {
        return printed.toString(UTF_8).lines().toList();
    }
}
