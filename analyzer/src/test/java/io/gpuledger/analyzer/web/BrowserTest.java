package io.gpuledger.analyzer.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.gpuledger.analyzer.store.entries.FixedBooks;
import io.gpuledger.analyzer.web.Browser.Shown;
import io.gpuledger.analyzer.web.Browser.Size;
import io.gpuledger.gate.Repository;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pages in a real browser: at the widths of a desk, a tablet and a phone, by light and by dark, by mouse and by
/// keyboard.
/// The pictures are kept in `target/pages`.
class BrowserTest {
    private static final String WEEK = "from=%s&to=%s"
            .formatted(Instant.ofEpochMilli(FixedBooks.WEEK.from()), Instant.ofEpochMilli(FixedBooks.WEEK.to()));
    private static final Path PICTURES = Repository.root().resolve("analyzer/target/pages");
    private static final Size DESK = Size.ALL.getFirst();

    private static Site site;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        site = Site.ofFixedBooks();
        site.present = FixedPresent.at(FixedBooks.NOW.minusSeconds(12));
        site.examinations = DoctorRouteTest.OF_EACH_GRADE;
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
        if (site != null) {
            site.close();
        }
    }

    static Stream<String> pages() {
        return Stream.of(
                "/",
                "/fleet",
                "/teams?" + WEEK,
                "/team?team=vision&" + WEEK,
                "/workload?id=1&" + WEEK,
                "/pod?cluster=east&namespace=vision-prod&pod=serve-0&" + WEEK,
                "/gpu?cluster=east&gpu=GPU-b&" + WEEK,
                "/node?cluster=east&node=n1",
                "/waiting",
                "/placements",
                "/explain",
                "/findings",
                "/failures",
                "/reports",
                "/targets",
                "/settings",
                "/doctor",
                "/search?q=n");
    }

    private static Shown open(Size size, ColorScheme scheme, String path) {
        var shown = browser.open(size, scheme);
        shown.page().navigate(site.origin() + path);
        shown.page().waitForLoadState();
        return shown;
    }

    private static Shown open(String path) {
        return open(DESK, ColorScheme.LIGHT, path);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void each_page_fits_each_window_and_keeps_nobody_out(String path) {
        for (var size : Size.ALL) {
            for (var scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                try (var shown = open(size, scheme, path)) {
                    var name = path.replaceAll("[?].*", "").replace("/", "-") + "-" + size.name() + "-"
                            + scheme.name().toLowerCase(Locale.ROOT);
                    shown.page()
                            .screenshot(new Page.ScreenshotOptions()
                                    .setPath(PICTURES.resolve("page" + name + ".png"))
                                    .setFullPage(true));
                    assertThat(shown.page()
                                    .evaluate("document.documentElement.scrollWidth -"
                                            + " document.documentElement.clientWidth"))
                            .as("%s at %s reaches beyond its window", path, size)
                            .isEqualTo(0);
                    // Each width and each scheme is looked at once.
                    if (size.equals(DESK) == (scheme == ColorScheme.LIGHT)) {
                        assertThat(Browser.barriers(shown.page()))
                                .as("%s, %s, %s", path, size, scheme)
                                .isEmpty();
                    }
                    assertThat(shown.errors()).as(path).isEmpty();
                }
            }
        }
    }

    @Test
    void clicks_lead_from_a_team_to_a_gpu_s_minute() {
        try (var shown = open("/teams?" + WEEK)) {
            var page = shown.page();
            follow(page, "main a:text-is('vision')", "team");
            page.navigate(page.url() + "&" + WEEK);
            follow(page, "main a[href^='workload?']", "workload");
            page.navigate(page.url() + "&" + WEEK);
            follow(page, "main a[href^='pod?']", "pod");
            page.navigate(page.url() + "&" + WEEK);
            follow(page, "main a[href^='gpu?']", "gpu");

            assertThat(page.title()).startsWith("GPU GPU-");
            assertThat(page.locator(".timeline .track").count()).isGreaterThan(4);
            assertThat(shown.errors()).isEmpty();
        }
    }

    /// A click is over before the page that it leads to is there in full, so this waits for the whole of it.
    private static void follow(Page page, String link, String path) {
        page.click(link);
        page.waitForURL(url -> url.contains("/" + path + "?"));
    }

    @Test
    void a_table_is_sorted_by_the_keyboard_and_the_address_says_by_what() {
        try (var shown = open("/teams?" + WEEK)) {
            var page = shown.page();
            page.focus("thead th:nth-child(1) button");
            page.keyboard().press("Enter");
            assertThat(page.getAttribute("thead th:nth-child(1)", "aria-sort")).isEqualTo("ascending");
            var names = page.locator("tbody th").allInnerTexts();
            assertThat(names).isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER).hasSizeGreaterThan(2);

            page.reload();
            assertThat(page.url()).contains("#sort=0,0,up");
            assertThat(page.locator("tbody th").allInnerTexts()).isEqualTo(names);
        }
    }

    @Test
    void a_table_can_be_saved_as_it_is_shown() throws Exception {
        try (var shown = open("/teams?" + WEEK)) {
            var page = shown.page();
            var file = page.waitForDownload(() -> page.click("button.csv"));
            var lines = Files.readString(file.path(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();

            assertThat(file.suggestedFilename()).endsWith(".csv");
            assertThat(lines.getFirst()).startsWith("\"Team\",\"GPU-hours\"");
            assertThat(lines).hasSize(page.locator("main tr").count());
        }
    }

    @Test
    void a_slash_leads_to_the_search_and_tab_first_to_the_content() {
        try (var shown = open("/")) {
            var page = shown.page();
            page.keyboard().press("Tab");
            assertThat(page.evaluate("document.activeElement.textContent")).isEqualTo("To the content");
            page.keyboard().press("/");
            assertThat(page.evaluate("document.activeElement.name")).isEqualTo("q");
        }
    }

    @Test
    void cells_of_the_map_are_walked_and_opened_by_the_keyboard() {
        try (var shown = open("/fleet")) {
            var page = shown.page();
            page.waitForCondition(() -> page.innerText(".readout").contains("3 GPUs"));
            page.focus(".cells");
            page.keyboard().press("ArrowRight");
            assertThat(page.innerText(".readout")).contains("GPU-");
            page.keyboard().press("Enter");
            page.waitForURL("**/gpu?**");
            assertThat(shown.errors()).isEmpty();
        }
    }

    @Test
    void a_time_that_is_drawn_over_is_looked_at_more_closely() {
        try (var shown = open("/gpu?cluster=east&gpu=GPU-b&" + WEEK)) {
            var page = shown.page();
            var box = page.locator(".timeline svg").nth(0).boundingBox();
            page.mouse().move(box.x + box.width * 0.25, box.y + 5);
            page.mouse().down();
            page.mouse().move(box.x + box.width * 0.5, box.y + 5);
            page.mouse().up();
            page.waitForURL(url -> url.contains("from=2026-11-17") && url.contains("to=2026-11-19"));
            assertThat(shown.errors()).isEmpty();
        }
    }

    @Test
    void without_scripts_the_same_is_there_to_read() {
        try (var shown = browser.open(DESK, ColorScheme.LIGHT)) {
            shown.context().route("**/*.js*", route -> route.abort());
            shown.page().navigate(site.origin() + "/fleet");
            assertThat(shown.page().innerText("main table")).contains("n1", "n2");
        }
    }
}
