package io.gpuledger.analyzer.web;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.gpuledger.gate.Counterpart;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/// Debian's Chromium, which shows pages to a test.
final class Browser implements AutoCloseable {
    /// How wide and high a window is: a desk, a tablet, a phone.
    record Size(String name, int width, int height) {
        static final List<Size> ALL =
                List.of(new Size("desk", 1440, 900), new Size("tablet", 820, 1180), new Size("phone", 390, 844));
    }

    /// A page in a window, with what its console said.
    record Shown(BrowserContext context, Page page, List<String> errors) implements AutoCloseable {
        @Override
        public void close() {
            context.close();
        }
    }

    private static final String SERIOUS = """
        async () => (await axe.run()).violations
            .filter(one => one.impact === "serious" || one.impact === "critical")
            .map(one => one.id + ": " + one.help + " " + one.nodes.slice(0, 3).map(node => node.html).join(" | "))
        """;

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-background-networking",
                                "--disable-component-update",
                                "--disable-sync")));
    }

    /// Starts it. Where it is not installed the test is skipped, and fails in CI.
    static Browser start() {
        return new Browser(Counterpart.find("chromium", "chromium"));
    }

    Shown open(Size size, ColorScheme scheme) {
        var context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(size.width(), size.height())
                .setColorScheme(scheme)
                .setAcceptDownloads(true));
        var page = context.newPage();
        var errors = new CopyOnWriteArrayList<String>();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        return new Shown(context, page, errors);
    }

    /// Returns what keeps people from using the page, as far as axe-core finds it.
    @SuppressWarnings("unchecked")
    static List<String> barriers(Page page) {
        page.evaluate(read("/axe.min.js"));
        return (List<String>) page.evaluate(SERIOUS);
    }

    private static String read(String resource) {
        try (InputStream file = Objects.requireNonNull(Browser.class.getResourceAsStream(resource))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        playwright.close();
    }
}
