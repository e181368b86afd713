package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.report.Edition.OfTeam;
import io.gpuledger.analyzer.report.Letter;
import io.gpuledger.analyzer.report.Letter.Table;
import io.gpuledger.analyzer.report.Week;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.store.outbox.DeliveryState;
import io.gpuledger.analyzer.store.outbox.LetterTables;
import io.gpuledger.analyzer.store.outbox.NewLetter;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportsRouteTest {
    private static final String SPEECH = "/reports/speech/2026-W47";

    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    @Test
    void the_index_says_who_gets_a_letter_and_who_none_and_why() throws IOException, InterruptedException {
        var page = SITE.page("/reports");

        Golden.file("golden/web/reports.html").matches(page);
        assertThat(SITE.page("/reports?week=2026-W47")).isEqualTo(page);
        assertThat(SITE.get("/reports?week=2020-W01").body()).contains("No team held a GPU in this week");
    }

    @Test
    void a_letter_is_shown_as_it_is_mailed_with_links_to_what_is_beside_it() throws IOException, InterruptedException {
        var letter = SITE.get(SPEECH);

        assertThat(letter.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
        assertThat(letter.body())
                .contains("href=\"../../reports?week=2026-W47\"", "href=\"2026-W46\"")
                .contains("src=\"2026-W47/trend.png\"")
                .contains("EUR 41.67 of EUR 192.00 and USD 249.00 of USD 249.00 went into idle GPUs")
                .doesNotContain("cid:", "2026-W48");
        assertThat(SITE.get("/reports/speech/2026-W46").body())
                .contains("href=\"2026-W47\"")
                .doesNotContain("href=\"2026-W45\"");
    }

    @Test
    void a_letter_that_was_mailed_is_shown_as_it_was_mailed() throws Exception {
        var week = Week.parse("2026-W46");
        var mailed = new Letter(
                "subject", "<html><body>what was told then</body></html>", "text", List.of(), new Table("t.csv", "a"));
        var written = Instant.parse("2026-11-16T08:00:00Z");
        assertThat(SITE.get(SPEECH).body()).contains("as it would be written now");
        new LetterTables(SITE.database())
                .put(
                        new NewLetter(
                                week, new OfTeam("vision"), written, "<id>", "word", mailed, List.of(), List.of()),
                        DeliveryState.SENT);

        assertThat(SITE.get("/reports/vision/2026-W46").body())
                .contains("what was told then", "as it was written for the mail, 2026-11-16T08:00:00Z");
    }

    @Test
    void its_files_stand_below_it() throws IOException, InterruptedException {
        var picture = SITE.get(SPEECH + "/trend.png");
        assertThat(picture.headers().firstValue("content-type")).hasValue("image/png");
        assertThat(picture.body()).contains("PNG");

        var table = SITE.get(SPEECH + "/letter.csv");
        assertThat(table.headers().firstValue("content-type")).hasValue("text/csv; charset=utf-8");
        assertThat(table.body()).startsWith("week,team,cluster,");

        var text = SITE.get(SPEECH + "/letter.txt");
        assertThat(text.headers().firstValue("content-type")).hasValue("text/plain; charset=utf-8");
        assertThat(text.body()).startsWith("GPUs of speech in 2026-W47\n");
    }

    @Test
    void the_fleet_has_a_letter_too() throws IOException, InterruptedException {
        assertThat(SITE.get("/reports/-/2026-W47").body()).contains("The GPU fleet in 2026-W47", "672.0");
    }

    @Test
    void a_team_whose_name_is_markup_has_a_letter() throws IOException, InterruptedException {
        var path = "/reports/%s/2026-W47".formatted(EditionPath.of(new OfTeam(FixedBooks.SCRIPT)));

        assertThat(path).doesNotContain("</");
        assertThat(SITE.get(path).body())
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;")
                .doesNotContain("<script>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vision/2026-W47            | 200 | No letter: There is nothing to say: 0.0 GPU-hours were idle",
                "nobody/2026-W47            | 200 | No letter: team nobody held no GPU in 2026-W47",
                "speech/2026-W48            | 200 | No letter: The week 2026-W48 is not over before"
                        + " 2026-11-30T00:00:00Z",
                "-/2020-W01                 | 200 | No letter: the books have nothing of 2020-W01",
                "vision/2026-W47/letter.csv | 404 | there is no letter: There is nothing to say",
                "speech/2026-W47/x          | 404 | the letter has no x: it has letter.csv, letter.txt and trend.png",
                "speech/47                  | 400 | week: 47 must be a week of a year, as 2026-W47",
                "speech/2026-W47?a=b        | 400 | unknown parameter a",
            })
    void where_there_is_no_letter_it_is_said_why(String path, int status, String why)
            throws IOException, InterruptedException {
        var answer = SITE.get("/reports/" + path);

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains(why);
    }

    @Test
    void where_the_database_is_away_that_is_said() throws IOException, InterruptedException {
        try (var away = Site.away()) {
            assertThat(away.get(SPEECH).statusCode()).isEqualTo(503);
            assertThat(away.get("/reports").statusCode()).isEqualTo(503);
        }
    }
}
