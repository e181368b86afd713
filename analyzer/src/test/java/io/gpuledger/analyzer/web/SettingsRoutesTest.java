package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SettingsRoutesTest {
    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    @Test
    void what_was_set_stands_before_what_is_by_default() throws Exception {
        var page = SITE.get("/settings").body();

        assertThat(PageTable.of(page, "Said by a flag"))
                .containsExactly(
                        List.of("listen\nWhere.", ":8080", "flag --listen"),
                        List.of("<i>odd</i>", "<b>odd</b>", "environment ODD"));
        assertThat(PageTable.of(page, "Nobody said anything else."))
                .containsExactly(
                        List.of("retention-raw\nHow long.", "14d", "default"),
                        List.of("prices-file\nThe file.", "not set", ""));
        assertThat(page).doesNotContain("<b>", "<i>");
    }

    @Test
    void the_program_and_its_database_are_told() throws Exception {
        var facts = PageTable.of(SITE.get("/settings").body(), "What runs here.");

        assertThat(facts.get(0)).containsExactly("Version", "1.2.3");
        assertThat(facts.get(1).getLast()).endsWith("for 3 days");
        assertThat(facts.get(2).getLast()).startsWith("postgresql://");
        assertThat(facts.get(3).getLast()).matches("PostgreSQL [\\d.]+.*, with(out)? TimescaleDB, [\\d,.]+ [MG]iB");
    }

    @Test
    void while_the_database_is_away_the_settings_are_told_all_the_same() throws Exception {
        try (var away = Site.away()) {
            var answer = away.get("/settings");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("It gives no answer now", "retention-raw");
        }
    }
}
