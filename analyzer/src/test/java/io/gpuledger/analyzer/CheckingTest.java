package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.service.Program;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckingTest {
    @TempDir
    private Path folder;

    private String file(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines)).toString();
    }

    /// What is wrong, with the folder's name left out.
    private List<String> problems(String... flags) {
        try {
            var run = (Invocation.Run) Invocation.of(Program.complete(Main.DECLARATION), Map.of(), flags);
            Checking.look(run.settings());
            return List.of();
        } catch (BadSettingsException e) {
            return e.problems().stream()
                    .map(problem -> problem.replace(folder + "/", ""))
                    .toList();
        }
    }

    @Test
    void what_is_good_has_no_problems() throws IOException {
        assertThat(problems()).isEmpty();
        assertThat(problems(
                        "--prices-file=" + file("prices", "# of a GPU", "h100 2.49 USD gpu-hour"),
                        "--teams-file=" + file("teams", "prod payments  # the shop"),
                        "--scrape-file-sd=" + file("targets.json", "[{\"targets\": [\"a:1\"]}]"),
                        "--scrape-bearer-token-file=" + file("token", "abc"),
                        "--retention-raw=30d",
                        "--remote-write-max-age=30d"))
                .isEmpty();
    }

    @Test
    void each_line_of_prices_and_teams_that_makes_no_sense_is_named() throws IOException {
        assertThat(problems(
                        "--prices-file=" + file("prices", "h100 2.49 USD gpu-hour", "a100 cheap USD gpu-hour", "l4"),
                        "--teams-file=" + file("teams", "prod", "dev lab", "a b c")))
                .containsExactly(
                        "teams:1: `prod` is not a namespace and its team",
                        "teams:3: `a b c` is not a namespace and its team",
                        "prices:2: `cheap` is no price of an hour, of six decimals at most",
                        "prices:3: a price is `product price currency gpu-hour|node-hour`");
    }

    @Test
    void targets_are_not_shared_by_way_of_a_database_that_nobody_else_has() {
        assertThat(problems("--share-targets=east"))
                .singleElement()
                .asString()
                .contains("share-targets: needs --database-url");
        assertThat(problems("--share-targets=east", "--database-url=postgres://ledger@db/ledger"))
                .isEmpty();
    }

    @Test
    void a_shard_that_there_is_not_is_refused() {
        assertThat(problems("--from-prometheus=http://a:9090", "--prometheus-shard=4/4"))
                .isEmpty();
        for (var bad : List.of("5/4", "0/4", "1/65", "2")) {
            assertThat(problems("--from-prometheus=http://a:9090", "--prometheus-shard=" + bad))
                    .singleElement()
                    .asString()
                    .contains("--prometheus-shard", "must be I/N with 1 <= I <= N <= 64, as 2/4");
        }
    }

    @Test
    void files_that_are_not_there_are_named_without_a_word_of_java() {
        var nowhere = folder.resolve("no.json").toString();
        assertThat(problems(
                        "--prices-file=" + nowhere,
                        "--teams-file=" + nowhere,
                        "--web-config-file=" + nowhere,
                        "--source-tables=" + nowhere,
                        "--database-password-file=" + nowhere))
                .hasSize(5)
                .allMatch(problem -> problem.contains("it is not there"))
                .noneMatch(problem -> problem.contains("Exception"));
        assertThat(problems(
                        "--scrape-file-sd=" + nowhere,
                        "--scrape-bearer-token-file=" + nowhere,
                        "--scrape-http-sd-bearer-token-file=" + nowhere))
                .containsExactly(
                        "cannot read no.json: it is not there",
                        "cannot read no.json: it is not there",
                        "cannot read targets from no.json: there is no such file");
        assertThat(problems("--scrape-ca-file=" + nowhere)).containsExactly("cannot read no.json: it is not there");
        assertThat(problems("--alertmanager-ca-file=" + nowhere, "--alertmanager-bearer-token-file=" + nowhere))
                .containsExactly("cannot read no.json: it is not there", "cannot read no.json: it is not there");
    }

    @Test
    void files_of_targets_are_read() throws IOException {
        assertThat(problems("--scrape-file-sd=" + file("bad.json", "[{\"targets\": 1}]") + ","
                        + file("wrong.json", "[{\"targets\": [\"a/b\"]}]")))
                .containsExactly(
                        "cannot read targets from bad.json: it must hold a list of targets (line 1)",
                        "a target in wrong.json is none: its address must be HOST:PORT, and is `a/b`");
    }

    @Test
    void what_does_not_go_together_is_said_at_once() {
        assertThat(problems("--retention-raw=7d", "--remote-write-max-age=14d", "--scrape-timeout=1m"))
                .containsExactly(
                        "remote-write-max-age is 14d, and retention-raw only 7d: samples would be taken that are not"
                                + " kept",
                        "--scrape-timeout must not be longer than --scrape-interval, which is 15000ms");
    }
}
