package io.gpuledger.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.life.Lifelong;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Command;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Timeout(600)
@Isolated
class ProgramTest {
    private static final Setting<Long> COUNT =
            Setting.whole("count", "How many play.").or("2");
    private static final Declaration TOY_BOX = new Declaration(
            "toy-box",
            "Plays.",
            List.of(new Command("play", "Plays on."), new Command("check-config", "Looks at the settings.")),
            List.of(COUNT));

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void catch_the_log() {
        System.setErr(new PrintStream(err, true, UTF_8));
    }

    @AfterEach
    void let_go() {
        System.setErr(before);
        Logging.start(Logging.Verbosity.INFO);
    }

    @Test
    void help_is_printed_and_is_a_success() {
        assertThat(run("--help")).isZero();
        assertThat(printed()).startsWith("Usage: toy-box ").contains("--count", "--config", "--log-level");
        assertThat(complained()).isEmpty();
    }

    @Test
    void the_version_is_printed_and_is_a_success() {
        assertThat(run("--version")).isZero();
        assertThat(printed()).isEqualTo("toy-box (not packaged)\n");
        assertThat(complained()).isEmpty();
    }

    @Test
    void bad_settings_are_all_listed_and_are_an_error() {
        assertThat(run("--count", "many", "--nonsense", "1", "--log-level", "loud"))
                .isEqualTo(2);
        assertThat(printed()).isEmpty();
        assertThat(complained()).isEqualTo("""
            toy-box: unknown flag --nonsense
            toy-box: count: must be a whole number, not 'many' (flag --count)
            toy-box: log-level: must be one of debug, info, warning, error, not 'loud' (flag --log-level)
            Try toy-box --help.
            """);
    }

    @Test
    void check_config_prints_what_is_in_force() {
        assertThat(run("check-config", "--count", "3")).isZero();
        assertThat(printed()).isEqualTo("""
            count = 3 (flag --count)
            log-level = info (default)
            """);
        assertThat(complained()).isEmpty();
    }

    @Test
    void check_config_says_what_is_wrong_in_what_settings_name() {
        var program = new Program(TOY_BOX, ProgramTest.class, (_, _) -> () -> {}, Map.of(), _ -> {
            throw new BadSettingsException(List.of("rules:3: nobody plays alone"));
        });

        assertThat(program.run(Map.of(), new PrintStream(out, true, UTF_8), System.err, "check-config"))
                .isEqualTo(2);
        assertThat(printed()).isEmpty();
        assertThat(complained()).startsWith("toy-box: rules:3: nobody plays alone\n");
    }

    @Test
    void a_quiet_job_logs_only_what_is_wrong_unless_it_is_told_to_say_more() {
        var jobs = Map.<String, Program.Job>of("play", new Program.Quiet(_ -> 0));
        var program = new Program(TOY_BOX, ProgramTest.class, (_, _) -> () -> {}, jobs, _ -> {});

        assertThat(program.run(Map.of(), System.out, System.err, "play")).isZero();
        assertThat(complained()).isEmpty();
        assertThat(program.run(Map.of(), System.out, System.err, "play", "--log-level=info"))
                .isZero();
        assertThat(complained()).contains(" INFO ");
    }

    @Test
    void check_config_complains_as_a_start_would() {
        assertThat(run("check-config", "--count", "many")).isEqualTo(2);
        assertThat(printed()).isEmpty();
    }

    @Test
    void a_program_that_cannot_listen_says_so_in_one_line() {
        try (var taken = serve(new Address("127.0.0.1", 0))) {
            var address = new Address("127.0.0.1", taken.port());

            assertThat(run((_, _) -> serve(address))).isOne();
            assertThat(complained().lines())
                    .last()
                    .asString()
                    .endsWith(" ERROR   service.Program cannot listen on " + address
                            + " (Address already in use); choose another address with --listen");
        }
    }

    @Test
    void a_program_that_cannot_start_says_why() {
        var code = run((_, _) -> {
            throw new IllegalStateException("it is flat");
        });

        assertThat(code).isOne();
        assertThat(complained())
                .contains(
                        " INFO    service.Program toy-box (not packaged) with default settings",
                        " ERROR   service.Program cannot start",
                        "    java.lang.IllegalStateException: it is flat");
    }

    @Test
    void what_a_program_cannot_do_without_is_told_in_one_line() {
        var code = run((_, _) -> {
            throw new CannotStartException(new IOException("the box is locked; unlock it"));
        });

        assertThat(code).isOne();
        assertThat(complained().lines())
                .last()
                .asString()
                .endsWith(" ERROR   service.Program the box is locked; unlock it");
    }

    @Test
    void a_job_is_done_when_its_word_is_given_and_ends_the_program() {
        var jobs = Map.<String, Program.Job>of(
                "play", settings -> settings.get(COUNT).intValue());
        var program = new Program(TOY_BOX, ProgramTest.class, (_, _) -> () -> {}, jobs, _ -> {});

        var code = program.run(Map.of(), System.out, System.err, "play", "--count", "7");

        assertThat(code).isEqualTo(7);
    }

    @Test
    void a_job_that_cannot_be_done_says_why() {
        var jobs = Map.<String, Program.Job>of("play", _ -> {
            throw new CannotStartException(new IOException("nobody is there; call them"));
        });
        var program = new Program(TOY_BOX, ProgramTest.class, (_, _) -> () -> {}, jobs, _ -> {});

        var code = program.run(Map.of(), System.out, System.err, "play");

        assertThat(code).isOne();
        assertThat(complained()).endsWith(" ERROR   service.Program nobody is there; call them\n");
    }

    @Test
    void a_program_ends_with_a_thread_that_it_cannot_do_without() {
        var closed = new AtomicBoolean();
        var code = run((_, _) -> {
            Lifelong.platform("player", () -> {
                        throw new OutOfMemoryError("of the test");
                    })
                    .start();
            return () -> closed.set(true);
        });

        assertThat(code).isEqualTo(3);
        assertThat(closed).isTrue();
        assertThat(complained())
                .contains("the thread player has ended, which this program cannot do without"
                        + " (java.lang.OutOfMemoryError: of the test)")
                .contains("toy-box has stopped");
    }

    @Test
    void settings_that_do_not_go_together_are_an_error_as_bad_ones_are() {
        var code = run((_, _) -> {
            throw new BadSettingsException(List.of("count and log-level exclude each other"));
        });

        assertThat(code).isEqualTo(2);
        assertThat(complained()).endsWith("toy-box: count and log-level exclude each other\nTry toy-box --help.\n");
    }

    @Test
    void every_program_has_the_log_level_among_its_settings() {
        assertThat(Program.complete(TOY_BOX).settings())
                .extracting(Setting::key)
                .containsExactly("count", "log-level");
    }

    private static HttpServer serve(Address address) {
        return HttpServer.start(HttpSettings.at(address), new Reloads(Duration.ZERO, InstantSource.system()), _ -> {});
    }

    private int run(String... args) {
        return run(
                (_, _) -> {
                    throw new AssertionError("must not start");
                },
                args);
    }

    private int run(Program.Start start, String... args) {
        return program(start).run(Map.of(), new PrintStream(out, true, UTF_8), System.err, args);
    }

    private static Program program(Program.Start start) {
        return new Program(TOY_BOX, ProgramTest.class, start);
    }

    private String printed() {
        return out.toString(UTF_8);
    }

    private String complained() {
        return err.toString(UTF_8);
    }
}
