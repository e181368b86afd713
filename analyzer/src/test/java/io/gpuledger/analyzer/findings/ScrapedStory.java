package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.statemetrics.StateCollector;
import io.gpuledger.analyzer.cluster.statemetrics.StateMetrics;
import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.parse.text.Interner;
import io.gpuledger.analyzer.parse.text.PageFormat;
import io.gpuledger.analyzer.parse.text.PageLimits;
import io.gpuledger.analyzer.parse.text.PageReader;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.statemetrics.StatePage;
import io.gpuledger.simulator.story.Story;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A story as somebody hears it who scrapes the exporters of its nodes and its kube-state-metrics, each in the same
/// interval, but not all in the same second.
final class ScrapedStory {
    private static final long APART = 7;

    private final Pages pages;
    private final Cluster cluster;
    private final long interval;
    private final long phase;
    private final Map<Integer, PageRows> exporters = new HashMap<>();
    private final StateCollector states = new StateMetrics(new PreferredOrigin(), new Annotations(Set.of()))
            .page(new Scope("here", "target", "scrape", "cluster", List.of()));
    private final PageReader reader = new PageReader(SeriesRouter.to(states), PageLimits.USUAL, new Interner());
    private final RoutedSamples samples = new RoutedSamples();

    /// @param phase how many seconds of the interval have passed when the story begins
    ScrapedStory(Story story, long interval, long phase) {
        this.pages = new Pages(story, story.span().from(), Exporter.GPU_EXPORTER, 1);
        this.cluster = Cluster.of(story).firstEntry().getValue();
        this.interval = interval;
        this.phase = phase;
    }

    /// Scrapes whoever is due in a second. Seconds come one after the other.
    List<Batch> at(long second) {
        var told = new ArrayList<Batch>();
        for (var node = 0; node < pages.size(); node++) {
            if (isDue(node, second)) {
                var rows = exporters.computeIfAbsent(node, _ -> new PageRows());
                pages.at(node, second)
                        .map(page -> rows.batches(page, second * 1_000))
                        .ifPresent(told::addAll);
            }
        }
        if (isDue(pages.size(), second)) {
            told.addAll(state(StatePage.at(second, cluster), second * 1_000));
        }
        return told;
    }

    private boolean isDue(int target, long second) {
        return (second + phase + APART * target) % interval == 0;
    }

    private List<Batch> state(byte[] page, long millis) {
        reader.read(page, page.length, PageFormat.PROMETHEUS, samples);
        return states.collect(samples.of(0), samples.problems() == 0, millis).batches();
    }
}
