package io.gpuledger.analyzer.parse.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What readers keep is seen from the heap of the whole process, so no other test may run meanwhile.
@Isolated
class ReadersMemoryTest {
    private final RoutedSamples samples = new RoutedSamples();

    @Test
    void a_reader_of_many_keeps_less_than_8_kilobytes() {
        var interner = new Interner();
        var readers = new ArrayList<PageReader>();
        read(interner, readers, 0, 50);
        var before = used();
        read(interner, readers, 50, 1050);
        var each = (used() - before) / 1000;

        System.out.println("a reader keeps " + each + " bytes");
        assertThat(each).isBetween(1_000L, 8_000L);
        assertThat(readers).hasSize(1050);
    }

    private void read(Interner interner, List<PageReader> readers, int from, int to) {
        for (var i = from; i < to; i++) {
            var one = new PageReader(SeriesRouter.to((_, _) -> 1), PageLimits.USUAL, interner);
            var page = NodePage.of(i, i);
            one.read(page, page.length, PageFormat.PROMETHEUS, samples);
            readers.add(one);
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
