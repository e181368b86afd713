package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.report.Figures;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.web.page.Address;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// From teams down to a GPU: what pages show is what the API answers.
class DrillDownRouteTest {
    @RegisterExtension
    private static final FixedSite SITE = new FixedSite();

    private static final String WEEK = "from=%s&to=%s"
            .formatted(Instant.ofEpochMilli(FixedBooks.WEEK.from()), Instant.ofEpochMilli(FixedBooks.WEEK.to()));
    private static final Pattern ROW = Pattern.compile("<tr><th scope=\"row\".*?</tr>");
    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    private static String page(String path) throws Exception {
        var answer = SITE.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    /// The cells of the rows of a page's tables, as texts.
    private static List<List<String>> rows(String page) {
        return ROW.matcher(page)
                .results()
                .map(row -> List.of(row.group().split("</t[hd]>", -1)).stream()
                        .map(cell -> TAG.matcher(cell.replaceAll("<title>.*?</title>", ""))
                                .replaceAll(""))
                        .toList())
                .toList();
    }

    private static String hours(BigDecimal seconds) {
        return Figures.hours(seconds.movePointRight(3).longValueExact());
    }

    /// What the ledger has of a question, as the page writes it.
    private static List<String> booked(String question) throws Exception {
        var hours = new ArrayList<String>();
        SITE.data("/api/v1/ledger?" + question + "&" + WEEK)
                .path("rows")
                .forEach(row -> hours.add(hours(row.path("gpu_seconds").decimalValue())));
        return hours;
    }

    private static List<String> shown(String page, int column) {
        return rows(page).stream()
                .filter(row -> !row.getFirst().equals("all") && row.size() > column)
                .map(row -> row.get(column))
                .toList();
    }

    @Test
    void teams_have_what_the_ledger_has() throws Exception {
        var shown = shown(page("/teams?" + WEEK), 1);
        var booked = new ArrayList<String>();
        SITE.data("/api/v1/ledger?by=team&" + WEEK).path("rows").forEach(row -> {
            if (!row.path("team").isNull()) {
                booked.add(hours(row.path("gpu_seconds").decimalValue()));
            }
        });
        assertThat(shown).containsExactlyInAnyOrderElementsOf(booked).isNotEmpty();
    }

    @Test
    void a_team_s_days_have_what_the_ledger_has() throws Exception {
        var page = page("/team?team=vision&" + WEEK);
        var days = page.substring(page.indexOf("GPU-hours of each day"));
        assertThat(shown(days, 1)).containsExactlyElementsOf(booked("by=day&team=vision"));
    }

    @Test
    void a_team_s_workloads_have_what_the_api_says() throws Exception {
        var page = page("/team?team=vision&" + WEEK);
        var told = new ArrayList<String>();
        SITE.data("/api/v1/workloads?team=vision&" + WEEK)
                .path("workloads")
                .forEach(one -> told.add(hours(one.path("gpu_seconds").decimalValue())));
        assertThat(workloads(page)).containsExactlyElementsOf(told).isNotEmpty();
    }

    @Test
    void a_row_of_sums_leads_nowhere() throws Exception {
        for (var path : List.of("/teams?", "/workload?id=1&", "/pod?cluster=east&namespace=vision-prod&pod=serve-0&")) {
            assertThat(page(path + WEEK)).doesNotContain("\"></a>", "team=\"", "node=\"", "gpu=&");
        }
    }

    @Test
    void a_team_with_more_workloads_than_are_shown_leads_to_the_others_of_the_same_time() throws Exception {
        var count = SITE.data("/api/v1/workloads?team=speech&" + WEEK)
                .path("workloads")
                .size();
        var first = page("/team?team=speech&limit=1&" + WEEK);
        var others = page("/" + link(first, "team\\?team=speech&amp;[^\"]*limit=[^\"]*"));

        assertThat(first).contains("%d workloads more are left out.".formatted(count - 1));
        assertThat(others).doesNotContain("left out");
        assertThat(workloads(others)).isEqualTo(workloads(page("/team?team=speech&" + WEEK)));
        assertThat(workloads(first)).isEqualTo(workloads(others).subList(0, 1));
    }

    private static List<String> workloads(String page) {
        return shown(page.substring(page.indexOf("Workloads</h2>"), page.indexOf("Day by day")), 2);
    }

    @Test
    void links_lead_from_a_team_to_its_workloads_their_pods_and_gpus() throws Exception {
        var team = page("/team?team=vision&" + WEEK);
        var workload = link(team, "workload\\?id=\\d+");
        var pods = page("/" + workload + "&" + WEEK);
        var pod = link(pods, "pod\\?cluster=[^\"]*");
        var gpus = page("/" + pod + "&" + WEEK);
        var gpu = link(gpus, "gpu\\?cluster=[^\"]*");
        var course = page("/" + gpu);

        assertThat(course).contains("Whose time it was", "state");
        assertThat(page("/" + link(gpus, "team\\?team=[^\"]*"))).contains("<h1>Team ");
    }

    private static String link(String page, String pattern) {
        var found = Pattern.compile("href=\"(" + pattern + ")\"").matcher(page);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1).replace("&amp;", "&");
    }

    @Test
    void a_gpu_s_accounts_are_those_of_the_ledger() throws Exception {
        var answer = SITE.data("/api/v1/gpu?cluster=east&gpu=GPU-b&" + WEEK);
        var sum = BigDecimal.ZERO;
        for (var account : answer.path("accounts")) {
            sum = sum.add(account.path("gpu_seconds").decimalValue());
        }
        var booked = SITE.data("/api/v1/ledger?by=gpu&cluster=east&gpu=GPU-b&" + WEEK);
        assertThat(sum)
                .isPositive()
                .isEqualByComparingTo(
                        booked.path("rows").get(0).path("gpu_seconds").decimalValue());
        assertThat(page("/gpu?cluster=east&gpu=GPU-b&" + WEEK)).contains("NVIDIA H100 80GB HBM3");
    }

    @Test
    void what_is_not_there_is_said_with_what_to_do() throws Exception {
        assertThat(SITE.get("/gpu?cluster=east&gpu=GPU-none").statusCode()).isEqualTo(404);
        assertThat(SITE.get("/node?cluster=east&node=none").statusCode()).isEqualTo(404);
        assertThat(SITE.get("/workload?id=999999").statusCode()).isEqualTo(404);
        assertThat(page("/team?team=nobody-at-all")).contains("held no GPU in this time");
        assertThat(page("/pod?cluster=a&namespace=b&pod=c")).contains("held no GPU in this time");
    }

    @Test
    void hostile_names_stay_texts_and_can_be_followed() throws Exception {
        var team = page("/" + Address.ofTeam(FixedBooks.SCRIPT) + "&" + WEEK);
        assertThat(team).doesNotContain("<script>").contains("&lt;script&gt;");
        var workload = page("/" + link(team, "workload\\?id=\\d+") + "&" + WEEK);
        assertThat(workload).doesNotContain("<script>", "<b>pod").contains("GPU-hours");
    }

    @Test
    void a_time_is_chosen_by_its_begin_and_end_or_until_now_and_not_by_both() throws Exception {
        assertThat(page("/teams?last=30d")).contains("aria-current=\"true\">30 days");
        assertThat(SITE.get("/teams?last=30d&" + WEEK).statusCode()).isEqualTo(400);
        assertThat(SITE.get("/gpu?cluster=east&gpu=GPU-b&last=2h").statusCode()).isEqualTo(400);
    }
}
