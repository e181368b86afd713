package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.gate.Golden;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OverviewRouteTest {
    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static String page() throws IOException, InterruptedException {
        return SITE.page("/");
    }

    @Test
    void the_page_is_as_it_was() throws IOException, InterruptedException {
        Golden.file("golden/web/page.html").matches(page());
    }

    @Test
    void a_parameter_that_the_page_does_not_know_is_refused() throws IOException, InterruptedException {
        var answer = SITE.get("/?team=a");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("unknown parameter team; there is from, to, last, target");
    }

    @Test
    void no_name_becomes_markup() throws IOException, InterruptedException {
        assertThat(page())
                .doesNotContain("<script>", "<b>pod")
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
    }

    @Test
    void what_is_shown_of_the_states_adds_up_to_capacity() throws IOException, InterruptedException {
        var table = page().substring(page().indexOf("Every GPU-second"));
        var cells = Pattern.compile("</th><td>([0-9,.]+)</td>").matcher(table.substring(0, table.indexOf("</table>")));
        var sum = BigDecimal.ZERO;
        var last = BigDecimal.ZERO;
        while (cells.find()) {
            sum = sum.add(last);
            last = new BigDecimal(cells.group(1).replace(",", ""));
        }

        assertThat(last).isEqualByComparingTo("672.0");
        assertThat(sum).isEqualByComparingTo(last);
    }

    @Test
    void books_that_are_a_few_hours_old_are_shown_as_far_as_they_go() throws IOException, InterruptedException {
        // The days before this have nothing in the books.
        var first = Instant.ofEpochMilli(FixedBooks.BEFORE.from()).plusSeconds(5 * 3600 + 60);
        try (var young = SITE.at(first)) {
            assertThat(young.get("/").body())
                    .contains("The books have no full day of the last seven")
                    .contains("The books have 6 of 24 hours");
        }
    }

    @Test
    void a_day_that_is_not_there_in_full_makes_no_week() throws Exception {
        // Since six in the evening of the 9th.
        try (var evening = Site.ofYoungBooks(14, Instant.parse("2026-11-10T07:59:59Z"))) {
            assertThat(evening.get("/").body())
                    .contains("The books have no full day of the last seven")
                    .contains("of 14.0 GPU-hours")
                    .doesNotContain("Day by day");
        }
        try (var nextDay = Site.ofYoungBooks(30, Instant.parse("2026-11-11T00:30:00Z"))) {
            assertThat(nextDay.get("/").body())
                    .contains("The books have 30 of 168 hours", "Day by day")
                    .doesNotContain("no full day");
        }
    }

    @Test
    void gpus_are_told_as_of_the_hours_that_are_booked() throws Exception {
        var one = "<td>100.0 %</td><td>1.0</td>";
        try (var evening = Site.ofYoungBooks(14, Instant.parse("2026-11-10T07:59:59Z"))) {
            assertThat(evening.get("/").body()).contains(one);
        }
        try (var nextDay = Site.ofYoungBooks(30, Instant.parse("2026-11-11T00:30:00Z"))) {
            assertThat(nextDay.get("/").body()).contains(one);
        }
    }

    @Test
    void books_of_some_hours_that_ended_days_ago_are_shown_as_what_they_are() throws Exception {
        try (var later = Site.ofYoungBooks(14, Instant.parse("2026-11-13T12:00:00Z"))) {
            assertThat(later.get("/").body()).contains("The books have 14 of 168 hours", "Day by day");
        }
    }

    @Test
    void a_fleet_with_prices_that_was_not_idle_has_no_cost_of_that() throws Exception {
        try (var nextDay = Site.ofYoungBooks(30, Instant.parse("2026-11-11T00:30:00Z"))) {
            assertThat(nextDay.get("/").body()).contains("GPUs</strong> all the time.</p>");
        }
    }

    @Test
    void books_with_nothing_in_them_say_what_to_do() throws Exception {
        try (var fresh = Site.ofEmptyBooks()) {
            assertThat(fresh.get("/").body()).contains("Nothing is in the books yet", "--scrape-targets");
        }
    }

    @Test
    void while_the_database_is_away_the_present_is_still_shown() throws IOException, InterruptedException {
        try (var elsewhere = Site.away()) {
            elsewhere.present = FixedPresent.at(FixedBooks.NOW.minusSeconds(600));
            var answer = elsewhere.get("/");

            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("retry-after")).hasValue("10");
            assertThat(answer.body())
                    .contains("The books cannot be read: the database gives no answer: it cannot be reached")
                    .contains("stranded", "10 minutes ago");
        }
    }
}
