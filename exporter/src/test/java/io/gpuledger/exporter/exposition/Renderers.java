package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.counters.Counters;
import io.gpuledger.exporter.counters.CountersSource;
import io.gpuledger.exporter.self.SelfMetrics;
import java.util.Map;
import java.util.Optional;

public final class Renderers {
    static final DcgmStyle STYLE = new DcgmStyle(Optional.of(HostnameLabel.NEW), false, false, PodLabels.NONE);
    static final EventSettings EVENTS = EventSettings.USUAL;

    private Renderers() {}

    /// Returns a renderer with all settings at their defaults.
    public static Renderer of(String nodeName) {
        return of(nodeName, new CountersSource.BuiltIn(CountersSource.DEFAULT_LIST).read());
    }

    public static Renderer of(String nodeName, Counters counters) {
        return of(nodeName, STYLE, counters);
    }

    /// Returns a renderer with the switches that go with dcgm-exporter's list for version 1: no name of the node, and
    /// dashes in the model.
    public static Renderer likeOnePointX(String nodeName, Counters counters) {
        return of(nodeName, new DcgmStyle(Optional.empty(), true, true, PodLabels.NONE), counters);
    }

    /// What the JVM says of itself, too.
    public static Renderer ofAll(String nodeName, Counters counters) {
        return new Renderer(settings(nodeName), counters, SelfMetrics.ofWorkAndProcess(Map::of));
    }

    static Renderer of(String nodeName, DcgmStyle style, Counters counters) {
        return new Renderer(new ExpositionSettings(nodeName, style, EVENTS), counters, SelfMetrics.ofWork(Map::of));
    }

    /// The defaults of all settings but the node's name, which the environment gives.
    public static ExpositionSettings settings(String nodeName) {
        return ExpositionSettings.usual(nodeName);
    }
}
