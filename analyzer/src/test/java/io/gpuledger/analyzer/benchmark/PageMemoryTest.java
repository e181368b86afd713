package io.gpuledger.analyzer.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Catalog;
import io.gpuledger.analyzer.source.Mapping;
import io.gpuledger.analyzer.source.SampleBuffers;
import io.gpuledger.analyzer.source.Scope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// What is remembered of a target between its scrapes, for there are 12,500 of them. It is seen from the heap of the
/// whole process, so no other test may run meanwhile.
@Isolated
class PageMemoryTest {
    private final Catalog catalog = Catalog.of(List.of());
    private final SampleBuffers buffers = new SampleBuffers();
    private final Interner interner = new Interner();

    /// Holds what is remembered of a target.
    private record Remembered(PageReader reader, Mapping mapping) {}

    @Test
    void a_node_of_eight_gpus_and_four_instances_takes_less_than_45_kilobytes() {
        var targets = new ArrayList<Remembered>();
        read(targets, 0, 50);
        var before = used();
        read(targets, 50, 1050);
        var each = (used() - before) / 1000;

        System.out.println("a target takes " + each + " bytes");
        assertThat(each).isBetween(1_000L, 45_000L);
        assertThat(targets).hasSize(1050);
    }

    private void read(List<Remembered> targets, int from, int to) {
        for (var node = from; node < to; node++) {
            var mapping = new Mapping(catalog, new Scope("here", "node", "url-" + node, "cluster", List.of()));
            var reader = new PageReader(SeriesRouter.to(mapping), PageLimits.USUAL, interner);
            var page = PageKind.OURS.text(node).getBytes(UTF_8);
            buffers.with(lent -> {
                var samples = reader.read(page, page.length, PageFormat.PROMETHEUS, lent.samples());
                return lent.collector().collect(mapping, samples.of(0), 1_790_000_000_000L);
            });
            targets.add(new Remembered(reader, mapping));
        }
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
