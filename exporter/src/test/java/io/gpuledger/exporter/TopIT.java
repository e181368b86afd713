package io.gpuledger.exporter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.PackagedProgram;
import io.gpuledger.gate.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The packaged program, looking at the packaged exporter: into a pipe, and on a pseudo terminal.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class TopIT {
    private static final String ESCAPE = "\u001b[";

    private RunningProgram exporter;
    private String url;

    @BeforeAll
    void start() throws InterruptedException {
        exporter = Dist.start("--simulated-scenario", "mixed");
        url = url(exporter);
    }

    @AfterAll
    void stop() throws InterruptedException {
        assertThat(exporter.terminate().exitCode()).isZero();
        exporter.close();
    }

    private static String url(RunningProgram exporter) throws InterruptedException {
        return "http://127.0.0.1:%d/metrics".formatted(Dist.port(exporter));
    }

    private static RunningProgram top(String... options) {
        var arguments = new ArrayList<>(List.of("top"));
        arguments.addAll(List.of(options));
        return new PackagedProgram("gpu-exporter").start(arguments.toArray(String[]::new));
    }

    @Test
    void without_a_terminal_it_prints_one_table_without_an_escape_and_ends() throws InterruptedException {
        try (var top = top("--url", url)) {
            assertThat(top.exitCode()).as(top.output()).isZero();
            assertThat(top.output())
                    .contains("HELD BY", "H100 80GB HBM3", "Activity is of the ")
                    .matches("(?s)[ -~\n]*");
        }
    }

    @Test
    void in_json_it_is_one_document() throws InterruptedException {
        try (var top = top("--once", "--json", "--interval", "3s", "--url", url)) {
            assertThat(top.exitCode()).as(top.output()).isZero();
            assertThat(top.output().lines())
                    .singleElement()
                    .asString()
                    .startsWith("{\"time\":")
                    .contains("\"busy_ratio\":")
                    .endsWith("]}");
        }
    }

    @Test
    void it_can_do_without_an_exporter() throws InterruptedException {
        try (var top = top("--once", "--direct", "--backend", "simulated", "--simulated-scenario", "mig")) {
            assertThat(top.exitCode()).as(top.output()).isZero();
            assertThat(top.output()).contains("0/7 1g.10gb", "7 instances");
        }
    }

    @Test
    void where_nobody_answers_it_says_what_would_help() throws IOException, InterruptedException {
        try (var top = top("--once", "--url", "http://127.0.0.1:%d/metrics".formatted(FreePort.find()))) {
            assertThat(top.exitCode()).isEqualTo(1);
            assertThat(top.output())
                    .contains("nobody answers; start gpu-exporter on this node, name with --url where it listens, or"
                            + " read the GPUs without one with --direct");
        }
    }

    @Test
    void settings_that_do_not_go_together_are_refused() throws InterruptedException {
        try (var top = top("--user", "me")) {
            assertThat(top.exitCode()).isEqualTo(2);
            assertThat(top.output()).contains("user and password-file go together: give both, or none");
        }
        try (var top = top("--url", "ftp://x", "--ca-file", "/dev/null")) {
            assertThat(top.exitCode()).isEqualTo(2);
            assertThat(top.output())
                    .contains("must be like http://127.0.0.1:9400/metrics")
                    .contains("holds no certificate in PEM");
        }
    }

    @Test
    void keys_work_on_a_terminal_which_is_left_as_it_was_found(@TempDir Path folder) throws Exception {
        try (var terminal = PseudoTerminal.running(folder, "--url", url)) {
            terminal.await("HELD BY");
            terminal.type("?");
            terminal.await("held and idle");
            terminal.type("\u001b").type("/").type("nobody\r");
            terminal.await("No holder's name fits.");
            terminal.type("q");
            terminal.awaitEnd("code=0");
        }
    }

    @Test
    void what_would_be_logged_does_not_stand_across_the_screen(@TempDir Path folder) throws Exception {
        var scenario = folder.resolve("xid.txt");
        Files.writeString(scenario, "gpu h100 training\nat 8s xid 0 79\n");
        try (var terminal = PseudoTerminal.running(
                folder, "--direct", "--backend", "simulated", "--simulated-scenario", scenario.toString())) {
            terminal.await("XID 79 just now: GPU has fallen off the bus");
            terminal.type("q");
            terminal.awaitEnd("code=0");
            assertThat(terminal.written()).doesNotContain("WARNING");
        }
    }

    @Test
    void it_follows_the_size_of_its_terminal(@TempDir Path folder) throws Exception {
        try (var terminal = PseudoTerminal.running(folder, "--url", url)) {
            terminal.await("HELD BY");
            terminal.resize(50, 200);
            terminal.await("SM ACTIVE");
            terminal.type("q");
            terminal.awaitEnd("code=0");
        }
    }

    @Test
    void a_signal_leaves_the_terminal_as_it_was_found(@TempDir Path folder) throws Exception {
        try (var terminal = PseudoTerminal.running(folder, "--url", url)) {
            terminal.await("HELD BY");
            terminal.type("\u0003");
            terminal.awaitEnd("code=130");
        }
        try (var terminal = PseudoTerminal.running(folder, "--url", url)) {
            terminal.await("HELD BY");
            terminal.terminate();
            terminal.awaitEnd("code=143");
        }
    }

    @Test
    void an_exporter_that_dies_is_told_and_seen_again_when_it_is_back(@TempDir Path folder) throws Exception {
        var port = FreePort.find();
        var listen = "127.0.0.1:" + port;
        try (var first = new PackagedProgram("gpu-exporter").start("--backend", "simulated", "--listen", listen)) {
            first.await("(serving)");
            try (var terminal = PseudoTerminal.running(folder, "--url", "http://" + listen + "/metrics")) {
                terminal.await("HELD BY");
                assertThat(first.terminate().exitCode()).isZero();
                terminal.await("No answer since ");
                try (var second =
                        new PackagedProgram("gpu-exporter").start("--backend", "simulated", "--listen", listen)) {
                    second.await("(serving)");
                    terminal.awaitAfter("No answer since ", "Who holds them");
                    terminal.type("q");
                    terminal.awaitEnd("code=0");
                }
            }
        }
    }

    /// `script` of util-linux gives a program a terminal, and hands on what it sends there.
    private static final class PseudoTerminal implements AutoCloseable {
        private static final long PATIENCE_MILLIS = 120_000;

        private final Process process;
        private final Path folder;
        private final StringBuilder written = new StringBuilder();

        private PseudoTerminal(Process process, Path folder) {
            this.process = process;
            this.folder = folder;
            Thread.ofVirtual().start(this::collect);
        }

        static PseudoTerminal running(Path folder, String... options) throws IOException {
            var script = Counterpart.find("script", "bsdutils");
            var shell = folder.resolve("run.sh");
            Files.writeString(
                    shell, """
                        trap : INT
                        tty > %1$s/tty
                        stty rows 24 cols 80
                        before=$(stty -g)
                        sh -c 'echo $$ > %1$s/pid; exec "$0" "$@"' %2$s top %3$s
                        echo code=$?
                        [ "$before" = "$(stty -g)" ] && echo terminal=restored
                        echo over=now
                        """.formatted(folder, Path.of(Dist.LAUNCHER).toAbsolutePath(), String.join(" ", options)));
            // Whoever started the test may ignore Ctrl-C, as nohup does, and a shell cannot undo that.
            var builder = new ProcessBuilder(
                            "env", "--default-signal", script.toString(), "-qfec", "sh " + shell, "/dev/null")
                    .redirectErrorStream(true);
            builder.environment().put("TERM", "xterm-256color");
            builder.environment().remove("NO_COLOR");
            return new PseudoTerminal(builder.start(), folder);
        }

        private void collect() {
            try (var out = process.inputReader(UTF_8)) {
                for (var c = out.read(); c >= 0; c = out.read()) {
                    add((char) c);
                }
            } catch (IOException _) {
                // It has ended.
            }
        }

        private synchronized void add(char c) {
            written.append(c);
            notifyAll();
        }

        PseudoTerminal type(String keys) throws IOException {
            process.getOutputStream().write(keys.getBytes(UTF_8));
            process.getOutputStream().flush();
            return this;
        }

        synchronized String written() {
            return written.toString();
        }

        void terminate() throws IOException {
            var pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
            ProcessHandle.of(pid).orElseThrow().destroy();
        }

        void resize(int lines, int columns) throws IOException, InterruptedException {
            var tty = Files.readString(folder.resolve("tty")).strip();
            var stty = new ProcessBuilder("stty", "-F", tty, "rows", "" + lines, "cols", "" + columns).start();
            assertThat(stty.waitFor()).isZero();
        }

        void await(String text) throws InterruptedException {
            awaitAfter("", text);
        }

        /// Waits until the one has been written behind the last of the other.
        synchronized void awaitAfter(String before, String text) throws InterruptedException {
            var deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
            while (written.indexOf(text, Math.max(0, before.isEmpty() ? 0 : written.lastIndexOf(before))) < 0) {
                var left = deadline - System.currentTimeMillis();
                assertThat(left).as("'%s' in: %s", text, written).isPositive();
                wait(left);
            }
        }

        void awaitEnd(String code) throws InterruptedException {
            await("over=now");
            assertThat(written())
                    .containsSubsequence(
                            ESCAPE + "?1049h",
                            ESCAPE + "?25l",
                            ESCAPE + "?25h",
                            ESCAPE + "?1049l",
                            code,
                            "terminal=restored");
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
