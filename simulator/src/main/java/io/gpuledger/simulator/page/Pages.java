package io.gpuledger.simulator.page;

import io.gpuledger.exporter.exposition.ExpositionSettings;
import io.gpuledger.exporter.exposition.Press;
import io.gpuledger.exporter.exposition.Renderer;
import io.gpuledger.exporter.self.SelfMetrics;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Story;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// A fleet has one page for each of its nodes.
public final class Pages {
    private final List<Chapter> chapters;
    private final long begin;
    private final Exporter exporter;
    private final long pace;
    /// All pages share one, as each takes a megabyte.
    private final Press press;
    private final Map<Integer, NodePage> pages = new ConcurrentHashMap<>();

    /// Makes the pages of a story's nodes.
    ///
    /// @param begin when the exporters start
    /// @param pace how many seconds they let pass from reading to reading
    public Pages(Story story, long begin, Exporter exporter, long pace) {
        this.chapters = story.chapters();
        this.begin = begin;
        this.exporter = exporter;
        this.pace = pace;
        this.press = new Press(exporter.counters());
    }

    public int size() {
        return chapters.size();
    }

    /// Returns nothing while that node's exporter is silent.
    public Optional<byte[]> at(int node, long second) {
        return pages.computeIfAbsent(node, this::page).at(second);
    }

    private NodePage page(int number) {
        var chapter = chapters.get(number);
        var name = chapter.node().name();
        var life = new NodeLife(chapter, begin, pace);
        var renderer = Renderer.ofMany(ExpositionSettings.usual(name), press, SelfMetrics.ofPlayed(life::startTime));
        return new NodePage(life, renderer, exporter, pace, number % pace);
    }
}
