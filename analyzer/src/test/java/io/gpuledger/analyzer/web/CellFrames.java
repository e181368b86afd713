package io.gpuledger.analyzer.web;

import com.microsoft.playwright.options.ColorScheme;
import io.gpuledger.analyzer.web.Browser.Size;
import java.net.URI;
import java.util.List;

/// How smoothly the map of the fleet is drawn while somebody zooms and drags it.
///
/// @param firstMillis from when the page is asked for until its cells are there
public record CellFrames(double perSecond, double longestMillis, double firstMillis) {
    /// Each frame changes what is shown, and so is drawn.
    private static final String MOVE = """
        () => new Promise(done => {
            const canvas = document.querySelector(".cells canvas");
            const box = canvas.getBoundingClientRect();
            const at = [];
            const step = now => {
                at.push(now);
                if (now - at[0] > 8000) {
                    const gaps = at.slice(1).map((time, i) => time - at[i]);
                    done([1000 * gaps.length / (at.at(-1) - at[0]), Math.max(...gaps)]);
                    return;
                }
                canvas.dispatchEvent(new WheelEvent("wheel", {deltaY: Math.sin(now / 500) * 12, cancelable: true,
                    clientX: box.left + box.width / 3, clientY: box.top + box.height / 3}));
                requestAnimationFrame(step);
            };
            requestAnimationFrame(step);
        })
        """;

    /// Looks at the page of a site. Chromium has to be there.
    public static CellFrames of(URI site) {
        try (var browser = Browser.start();
                var shown = browser.open(Size.ALL.getFirst(), ColorScheme.LIGHT)) {
            var page = shown.page();
            var began = System.nanoTime();
            page.navigate(site.resolve("/fleet").toString());
            page.waitForFunction("() => Number(document.querySelector('.cells').dataset.frames || 0) > 0");
            var first = (System.nanoTime() - began) / 1e6;
            var moved = (List<?>) page.evaluate(MOVE);
            return new CellFrames(number(moved.getFirst()), number(moved.getLast()), first);
        }
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }
}
