package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.mail.ScriptedRelay;
import io.gpuledger.analyzer.scrape.http.RawServer;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.gate.FreePort;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each plants a fault, and wants it named with what mends it.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoctoringTest {
    private static final String NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

    @TempDir
    private Path folder;

    private int code;

    /// Returns the lines that want something, each with what mends it.
    private List<String> complaints(String... flags) throws InterruptedException {
        var lines = new ArrayList<String>();
        for (var line : said(flags).lines().toList()) {
            if (line.strip().startsWith("->")) {
                lines.add(lines.removeLast() + " " + line.strip());
            } else if (line.startsWith("fault") || line.startsWith("warning")) {
                lines.add(line.replaceAll(" +", " "));
            }
        }
        return lines;
    }

    private String said(String... flags) throws InterruptedException {
        var command = new ArrayList<>(List.of("doctor"));
        command.addAll(Arrays.asList(flags));
        if (Arrays.stream(flags).noneMatch(flag -> flag.startsWith("--data-dir"))) {
            command.add("--data-dir=" + folder.resolve("data"));
        }
        var run = (Invocation.Run)
                Invocation.of(Program.complete(Main.DECLARATION), Map.of(), command.toArray(String[]::new));
        var out = new ByteArrayOutputStream();
        code = Doctoring.run(
                run.settings(), run.settings().get(Main.DATA), new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    /// Wants this fault or warning, and no other.
    private void complains(String grade, List<String> flags, String... words) throws InterruptedException {
        assertThat(complaints(flags.toArray(String[]::new)))
                .singleElement()
                .asString()
                .startsWith(grade + " ")
                .contains(words);
        assertThat(code).isEqualTo(grade.equals("fault") ? 1 : 0);
    }

    @Test
    void on_a_healthy_machine_nothing_is_found_and_nothing_is_made() throws InterruptedException {
        var said = said();

        assertThat(said).contains("5 ok, 0 to think about, 0 to mend");
        assertThat(code).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void programs_get_json() throws InterruptedException {
        assertThat(said("--json")).startsWith("{\"lines\":[").contains("{\"grade\":\"ok\",\"subject\":\"doors\"");
    }

    @Test
    void settings_that_do_not_go_together_are_named_and_the_rest_is_looked_at() throws InterruptedException {
        complains("fault", List.of("--token-review"), "settings", "needs --access-file");
    }

    @Test
    void a_secret_that_is_not_there_is_named() throws InterruptedException {
        complains(
                "fault",
                List.of("--scrape-bearer-token-file=" + folder.resolve("nothing")),
                "cannot read " + folder.resolve("nothing"));
    }

    @Test
    void a_door_that_is_open_to_all_is_named() throws InterruptedException {
        complains("warning", List.of("--listen=:8080"), "0.0.0.0:8080 anybody", "-> say by --web-config-file");
    }

    @Test
    void a_folder_that_cannot_be_written_is_named() throws IOException, InterruptedException {
        complains(
                "fault",
                List.of("--data-dir=" + file("file", "") + "/data"),
                "data folder",
                "cannot be written",
                "-> let the user");
    }

    @Test
    void a_disk_that_is_full_is_named() throws InterruptedException {
        complains("fault", List.of("--disk-watermark=1%"), "disk", "the oldest samples are dropped", "-> make room");
    }

    @Test
    void a_disk_that_is_too_small_for_the_spool_is_named() throws InterruptedException {
        complains("warning", List.of("--spool-max-size=900000TiB"), "the spool alone may take", "-> give the volume");
    }

    @Test
    void a_database_that_is_away_is_named() throws InterruptedException {
        complains(
                "fault",
                List.of("--database-url=postgres://x@127.0.0.1:%d/y".formatted(FreePort.find())),
                "database",
                "it cannot be reached",
                "-> look whether it runs");
    }

    private List<String> at(TestDatabase database, String user, String password) throws IOException {
        return List.of(
                "--database-url=" + database.url().replaceFirst("\\?.*", ""),
                "--database-user=" + user,
                "--database-password-file=" + file("password", password));
    }

    private List<String> at(TestDatabase database) throws IOException {
        var settings = database.settings();
        return at(
                database, settings.userName(), settings.password().orElseThrow().reveal());
    }

    @Test
    void a_database_that_is_good_is_looked_at_and_left_as_it_is() throws Exception {
        try (var database = TestDatabase.plain()) {
            assertThat(said(at(database).toArray(String[]::new)))
                    .contains("gpu_ledger is not there yet, and is made by the first start", "0 to mend");
            assertThat(database.rows("select nspname from pg_namespace where nspname = 'gpu_ledger'"))
                    .isEmpty();
        }
    }

    @Test
    void a_password_that_is_wrong_is_named() throws Exception {
        try (var database = TestDatabase.plain()) {
            complains(
                    "fault",
                    at(database, database.settings().userName(), "wrong"),
                    "refuses the user or the password",
                    "-> give --database-user");
        }
    }

    @Test
    void a_user_who_may_not_make_tables_is_named_with_what_its_owner_has_to_say() throws Exception {
        try (var database = TestDatabase.plain()) {
            database.execute("create role guest login password 'guest'");
            try {
                complains(
                        "fault",
                        at(database, "guest", "guest"),
                        "database schema",
                        "guest may not make it",
                        "create schema gpu_ledger authorization \"guest\"");
            } finally {
                database.execute("drop role guest");
            }
        }
    }

    @Test
    void tables_of_a_newer_version_are_named() throws Exception {
        try (var database = TestDatabase.plain()) {
            database.migrated().close();
            assertThat(said(at(database).toArray(String[]::new))).contains("its tables are those of this version");
            database.execute("""
                insert into gpu_ledger.flyway_schema_history
                    (installed_rank, version, description, type, script, installed_by, execution_time, success)
                values (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 'somebody', 1, true)
                """);

            complains("fault", at(database), "made by a newer version", "V9999__later.sql", "-> start that version");
        }
    }

    @Test
    void a_prometheus_that_is_away_is_named() throws InterruptedException {
        complains(
                "fault",
                List.of("--from-prometheus=http://127.0.0.1:" + FreePort.find()),
                "Prometheus",
                "nobody is there",
                "-> look whether it runs");
    }

    @Test
    void a_prometheus_that_lacks_everything_is_named_with_how_to_get_it() throws Exception {
        var nothing = RawServer.page("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}");
        try (var server = answering(nothing)) {
            var complaints = complaints("--prometheus-way=query", "--from-prometheus=" + url(server));

            assertThat(complaints.getFirst())
                    .startsWith("fault Prometheus it lacks series of any GPU")
                    .contains("-> let Prometheus scrape dcgm-exporter");
            assertThat(complaints).anyMatch(line -> line.contains("kube_node_status_allocatable"));
        }
    }

    /// Nothing that is posted to it is read, so that nothing else may come on a connection.
    private static RawServer answering(String answer) throws IOException {
        return new RawServer((_, out) -> {
            RawServer.say(out, answer);
            return false;
        });
    }

    private static String url(RawServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    @Test
    void a_target_that_does_not_answer_is_named_and_one_that_does_is_well() throws Exception {
        try (var server = answering(RawServer.page("up 1\n"))) {
            complains(
                    "fault",
                    List.of("--scrape-targets=127.0.0.1:%d,127.0.0.1:%d".formatted(server.port(), FreePort.find())),
                    "does not answer",
                    "-> look whether the exporter runs there");
        }
    }

    @Test
    void a_target_whose_clock_is_wrong_is_named() throws Exception {
        var answer = "HTTP/1.1 200 OK\r\nDate: Sun, 29 Nov 2020 02:00:00 GMT\r\nContent-Length: 0\r\n\r\n";
        try (var server = answering(answer)) {
            complains(
                    "warning",
                    List.of("--scrape-targets=127.0.0.1:" + server.port()),
                    "the clock of",
                    "s off ours",
                    "-> let chrony");
        }
    }

    @Test
    void a_page_of_targets_that_is_not_there_is_named() throws Exception {
        try (var server = answering(NOT_FOUND)) {
            complains(
                    "fault", List.of("--scrape-http-sd=" + url(server) + "/sd"), "404", "-> look at --scrape-http-sd");
        }
    }

    @Test
    void an_alertmanager_that_takes_nothing_is_named() throws Exception {
        try (var server = answering(NOT_FOUND)) {
            complains("fault", List.of("--alertmanager-urls=" + url(server)), "takes no alerts", "is the path right?");
        }
    }

    @Test
    void a_relay_that_is_away_is_named() throws InterruptedException {
        complains(
                "fault",
                List.of("--mail-relay=127.0.0.1:" + FreePort.find(), "--mail-from=gpus@example.org"),
                "is not reached",
                "-> look at --mail-relay");
    }

    @Test
    void a_relay_without_tls_gets_nothing_and_is_named() throws Exception {
        try (var relay = ScriptedRelay.good(ScriptedRelay.Manners.PLAIN)) {
            complains(
                    "fault",
                    List.of("--mail-relay=127.0.0.1:" + relay.port(), "--mail-from=gpus@example.org"),
                    "it does not offer STARTTLS");
            complains(
                    "warning",
                    List.of(
                            "--mail-relay=127.0.0.1:" + relay.port(),
                            "--mail-from=gpus@example.org",
                            "--mail-tls=none"),
                    "all can read what goes there");
        }
    }
}
