package io.gpuledger.analyzer.parse.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownPageTest {
    private final NumberedSeries numbered = new NumberedSeries(name -> name.endsWith("5"));
    private final PageReader reader = new PageReader(SeriesRouter.to(numbered), PageLimits.USUAL, new Interner());
    private final RoutedSamples samples = new RoutedSamples();

    @Test
    void a_page_is_as_long_as_the_budgets_say() {
        assertThat(NodePage.of(1, 1)).hasSizeBetween(140_000, 160_000);
    }

    @Test
    void series_are_asked_for_once() {
        read(NodePage.of(1, 1));
        var given = numbered.given();
        read(NodePage.of(1, 2));

        assertThat(samples.size()).isEqualTo(54 * 8);
        assertThat(samples.ignored()).isEqualTo(6 * 8);
        assertThat(numbered.given()).isEqualTo(given).isEqualTo(54 * 8);
    }

    @Test
    void a_page_that_is_known_takes_no_memory() {
        var pages = List.of(NodePage.of(1, 1), NodePage.of(1, 2), NodePage.of(1, 3));
        pages.forEach(this::read);
        var before = allocated();
        for (var i = 0; i < 100; i++) {
            read(pages.get(i % pages.size()));
        }
        assertThat(allocated() - before).isLessThan(1000);
    }

    @Test
    void nor_does_one_in_openmetrics_with_times_and_numbers_in_full_precision() {
        var page = """
            # TYPE a counter
            a_total{b="c"} 0.30000000000000004 1520879607.789
            a_total{b="d"} 1.7583920187340983e+09 1520879607.789 # {trace="x"} 1 2
            # EOF
            """.getBytes(ISO_8859_1);
        readOpenMetrics(page);
        var before = allocated();
        for (var i = 0; i < 100; i++) {
            readOpenMetrics(page);
        }
        assertThat(allocated() - before).isLessThan(1000);
        assertThat(samples.size()).isEqualTo(2);
    }

    private static long allocated() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().threadId());
    }

    private void read(byte[] page) {
        reader.read(page, page.length, PageFormat.PROMETHEUS, samples);
    }

    private void readOpenMetrics(byte[] page) {
        reader.read(page, page.length, PageFormat.OPENMETRICS, samples);
    }
}
