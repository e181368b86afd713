package io.gpuledger.analyzer.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.gpuledger.analyzer.benchmark.PlayedWeek;
import io.gpuledger.analyzer.web.Browser.Shown;
import io.gpuledger.analyzer.web.Browser.Size;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The packaged analyzer that a simulated fleet tells of itself, as people see it who have to sign in: all of it in
/// Chromium, by its security headers. The pictures are kept in `target/pages`.
class SignedInIT {
    private static final Path PICTURES = Repository.root().resolve("analyzer/target/pages");
    private static final Size DESK = Size.ALL.getFirst();

    @TempDir
    private static Path folder;

    private static Browser browser;
    private static PlayedWeek week;
    private static String team;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        week = PlayedWeek.start(4, 2, Duration.ofMinutes(5), folder);
        team = team(week.site());
        var users = Files.writeString(
                folder.resolve("web.yml"),
                "basic_auth_users:\n  anna: %s\n  vera: %s\n".formatted(hash("anna"), hash("vera")));
        var access = Files.writeString(
                folder.resolve("access.yml"),
                "users:\n  anna: {role: admin}\n  vera: {role: viewer, team: \"%s\"}\n".formatted(team));
        week = week.again(List.of("--web-config-file=" + users, "--access-file=" + access));
    }

    @AfterAll
    static void end() {
        if (week != null) {
            week.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    private static String hash(String user) {
        return new String(BCrypt.with(BCrypt.Version.VERSION_2Y).hash(4, (user + "-pw").toCharArray()), UTF_8);
    }

    private static String team(URI site) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(site.resolve("/api/v1/ledger?by=team"))
                    .build();
            var answer = new ObjectMapper()
                    .readTree(client.send(request, BodyHandlers.ofString()).body());
            return answer.path("data").path("rows").findValuesAsText("team").stream()
                    .filter(name -> !name.isEmpty() && !name.equals("null"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /// By the keyboard alone: the first field has the focus.
    private static Shown signedIn(String user) {
        var shown = browser.open(DESK, ColorScheme.LIGHT);
        var page = shown.page();
        page.navigate(week.site() + "/");
        assertThat(page.url()).endsWith("/sign-in");
        page.keyboard().type(user);
        page.keyboard().press("Tab");
        page.keyboard().type(user + "-pw");
        page.keyboard().press("Enter");
        page.waitForURL(url -> !url.contains("sign-in"));
        return shown;
    }

    private static void look(Page page, String name) {
        page.waitForLoadState();
        var took = page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
        System.out.printf("%s: loaded after %s ms%n", name, took);
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(PICTURES.resolve("fleet-" + name + ".png"))
                .setFullPage(true));
    }

    @Test
    void an_admin_is_led_by_clicks_to_all_places_and_from_a_team_to_a_gpu() {
        try (var shown = signedIn("anna")) {
            var page = shown.page();
            for (var place : page.locator("nav a").allInnerTexts()) {
                page.click("nav a:text-is('%s')".formatted(place));
                look(page, place.toLowerCase(Locale.ROOT).replace(' ', '-'));
                assertThat(page.locator("main").innerText()).as(place).isNotBlank();
            }
            page.click("nav a:text-is('Teams')");
            page.click("a:text-is('24 hours')");
            page.waitForURL(url -> url.contains("last=24h"));
            for (var path : List.of("team", "workload", "pod", "gpu")) {
                page.click("main tbody a[href^='%s?']".formatted(path));
                page.waitForURL(url -> url.contains("/" + path + "?"));
                look(page, path);
            }
            assertThat(page.locator(".timeline .track").count()).isGreaterThan(6);
            page.click("main a[href^='node?']");
            page.waitForURL(url -> url.contains("/node?"));
            look(page, "node");
            var csv = page.waitForDownload(
                    () -> page.locator("button.csv").first().click());
            assertThat(csv.suggestedFilename()).endsWith(".csv");
            assertThat(shown.errors()).isEmpty();
        }
    }

    @Test
    void what_is_searched_for_is_found() {
        try (var shown = signedIn("anna")) {
            var page = shown.page();
            page.fill("input[name=q]", team);
            page.keyboard().press("Enter");
            page.waitForURL(url -> url.contains("search?q="));
            page.click("main a[href^='team?']");
            page.waitForURL(url -> url.contains("/team?"));
            assertThat(page.title()).startsWith("Team " + team);
            assertThat(shown.errors()).isEmpty();
        }
    }

    @Test
    void who_is_told_of_a_team_is_led_nowhere_else() {
        try (var shown = signedIn("vera")) {
            var page = shown.page();
            assertThat(page.locator("nav a").allInnerTexts())
                    .doesNotContain("Overview", "Fleet", "Targets", "Settings")
                    .contains("Teams", "Reports");
            assertThat(page.locator("main tbody a[href^='team?']").allInnerTexts())
                    .containsExactly(team);
            look(page, "teams-of-vera");
            for (var link : page.locator("a").all()) {
                var address = link.getAttribute("href");
                var answer = page.request()
                        .get(URI.create(page.url()).resolve(address).toString());
                assertThat(answer.status()).as(address).isEqualTo(200);
            }
            page.click("text=Sign out");
            page.waitForURL(url -> url.contains("sign-in"));
            assertThat(shown.errors()).isEmpty();
        }
    }

    @Test
    void who_says_something_wrong_is_told_so() {
        try (var shown = browser.open(DESK, ColorScheme.DARK)) {
            var page = shown.page();
            page.navigate(week.site() + "/fleet");
            page.fill("input[name=user]", "anna");
            page.fill("input[name=password]", "wrong");
            page.locator("button").first().click();
            assertThat(page.locator("[role=alert]").innerText()).contains("Nobody is known by that");
            assertThat(Browser.barriers(page)).isEmpty();
            look(page, "sign-in");
            page.fill("input[name=user]", "anna");
            page.fill("input[name=password]", "anna-pw");
            page.locator("button").first().click();
            page.waitForURL(url -> url.endsWith("/fleet"));
        }
    }
}
