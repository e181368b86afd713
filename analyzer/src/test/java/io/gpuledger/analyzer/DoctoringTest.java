package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.mail.ScriptedRelay;
import io.gpuledger.analyzer.scrape.http.RawServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each plants a fault, and wants it named with what mends it.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DoctoringTest {
    /// No program but one of the system may listen there.
    private static final String NOBODY = "127.0.0.1:1";

    private static final String NOT_FOUND = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

    @TempDir
    private Path folder;

    private DoctorRun doctor = new DoctorRun(Path.of(""));

    @BeforeEach
    void inFolder() {
        doctor = new DoctorRun(folder);
    }

    @Test
    void on_a_healthy_machine_nothing_is_found_and_nothing_is_made() throws InterruptedException {
        var said = doctor.said();

        assertThat(said).contains("5 ok, 0 to think about, 0 to mend");
        assertThat(doctor.code()).isZero();
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void programs_get_json() throws InterruptedException {
        assertThat(doctor.said("--json"))
                .startsWith("{\"lines\":[")
                .contains("{\"grade\":\"ok\",\"subject\":\"doors\"");
    }

    @Test
    void settings_that_do_not_go_together_are_named_and_the_rest_is_looked_at() throws InterruptedException {
        doctor.complains("fault", List.of("--token-review"), "settings", "needs --access-file");
    }

    @Test
    void a_secret_that_is_not_there_is_named() throws InterruptedException {
        doctor.complains(
                "fault",
                List.of("--scrape-bearer-token-file=" + folder.resolve("nothing")),
                "cannot read " + folder.resolve("nothing"));
    }

    @Test
    void a_door_that_is_open_to_all_is_named() throws InterruptedException {
        doctor.complains("warning", List.of("--listen=:8080"), "0.0.0.0:8080 anybody", "-> say by --web-config-file");
    }

    @Test
    void a_folder_that_cannot_be_written_is_named() throws IOException, InterruptedException {
        doctor.complains(
                "fault",
                List.of("--data-dir=" + doctor.file("file", "") + "/data"),
                "data folder",
                "cannot be written",
                "-> let the user");
    }

    @Test
    void a_disk_that_is_full_is_named() throws InterruptedException {
        doctor.complains(
                "fault", List.of("--disk-watermark=1%"), "disk", "the oldest samples are dropped", "-> make room");
    }

    @Test
    void a_disk_that_is_too_small_for_the_spool_is_named() throws InterruptedException {
        doctor.complains(
                "warning", List.of("--spool-max-size=900000TiB"), "the spool alone may take", "-> give the volume");
    }

    @Test
    void a_database_that_is_away_is_named() throws InterruptedException {
        doctor.complains(
                "fault",
                List.of("--database-url=postgres://x@" + NOBODY + "/y"),
                "database",
                "it cannot be reached",
                "-> look whether it runs");
    }

    @Test
    void a_prometheus_that_is_away_is_named() throws InterruptedException {
        doctor.complains(
                "fault",
                List.of("--from-prometheus=http://" + NOBODY),
                "Prometheus",
                "nobody is there",
                "-> look whether it runs");
    }

    @Test
    void a_prometheus_that_lacks_everything_is_named_with_how_to_get_it() throws Exception {
        var nothing = RawServer.page("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[]}}");
        try (var server = RawServer.saying(nothing)) {
            var complaints = doctor.complaints("--prometheus-way=query", "--from-prometheus=" + url(server));

            assertThat(complaints.getFirst())
                    .startsWith("fault Prometheus it lacks series of any GPU")
                    .contains("-> let Prometheus scrape dcgm-exporter");
            assertThat(complaints).anyMatch(line -> line.contains("kube_node_status_allocatable"));
        }
    }

    private static String url(RawServer server) {
        return "http://127.0.0.1:" + server.port();
    }

    @Test
    void a_target_that_does_not_answer_is_named_and_one_that_does_is_well() throws Exception {
        try (var server = RawServer.saying(RawServer.page("up 1\n"))) {
            doctor.complains(
                    "fault",
                    List.of("--scrape-targets=127.0.0.1:%d,%s".formatted(server.port(), NOBODY)),
                    "does not answer",
                    "-> look whether the exporter runs there");
        }
    }

    @Test
    void a_target_whose_clock_is_wrong_is_named() throws Exception {
        var answer = "HTTP/1.1 200 OK\r\nDate: Sun, 29 Nov 2020 02:00:00 GMT\r\nContent-Length: 0\r\n\r\n";
        try (var server = RawServer.saying(answer)) {
            doctor.complains(
                    "warning",
                    List.of("--scrape-targets=127.0.0.1:" + server.port()),
                    "the clock of",
                    "s off ours",
                    "-> let chrony");
        }
    }

    @Test
    void a_page_of_targets_that_is_not_there_is_named() throws Exception {
        try (var server = RawServer.saying(NOT_FOUND)) {
            doctor.complains(
                    "fault", List.of("--scrape-http-sd=" + url(server) + "/sd"), "404", "-> look at --scrape-http-sd");
        }
    }

    @Test
    void an_alertmanager_that_takes_nothing_is_named() throws Exception {
        try (var server = RawServer.saying(NOT_FOUND)) {
            doctor.complains(
                    "fault", List.of("--alertmanager-urls=" + url(server)), "takes no alerts", "is the path right?");
        }
    }

    @Test
    void a_folder_of_letters_is_made_by_the_first_and_is_no_fault_while_it_is_not_there() throws InterruptedException {
        var letters = folder.resolve("letters");

        assertThat(doctor.said("--mail-folder=" + letters, "--mail-from=gpus@example.org"))
                .contains(letters + " can be made", "0 to mend");
        assertThat(letters).doesNotExist();
    }

    @Test
    void a_folder_of_letters_that_cannot_be_made_is_named() throws IOException, InterruptedException {
        doctor.complains(
                "fault",
                List.of("--mail-folder=" + doctor.file("file", "") + "/letters", "--mail-from=gpus@example.org"),
                "mail",
                "cannot be written",
                "-> let the user",
                "or name another by --mail-folder");
    }

    @Test
    void a_relay_that_is_away_is_named() throws InterruptedException {
        doctor.complains(
                "fault",
                List.of("--mail-relay=" + NOBODY, "--mail-from=gpus@example.org"),
                "is not reached",
                "-> look at --mail-relay");
    }

    @Test
    void a_relay_without_tls_gets_nothing_and_is_named() throws Exception {
        try (var relay = ScriptedRelay.good(ScriptedRelay.Manners.PLAIN)) {
            doctor.complains(
                    "fault",
                    List.of("--mail-relay=127.0.0.1:" + relay.port(), "--mail-from=gpus@example.org"),
                    "it does not offer STARTTLS");
            doctor.complains(
                    "warning",
                    List.of(
                            "--mail-relay=127.0.0.1:" + relay.port(),
                            "--mail-from=gpus@example.org",
                            "--mail-tls=none"),
                    "all can read what goes there");
        }
    }
}
