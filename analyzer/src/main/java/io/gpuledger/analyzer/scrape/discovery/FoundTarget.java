package io.gpuledger.analyzer.scrape.discovery;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// A target as it was found: its labels as Prometheus has them before it relabels, `__address__` among them.
public record FoundTarget(Map<String, String> labels) {
    public static final String ADDRESS = "__address__";
    public static final String SCHEME = "__scheme__";
    public static final String PATH = "__metrics_path__";
    public static final String INTERVAL = "__scrape_interval__";
    public static final String TIMEOUT = "__scrape_timeout__";
    public static final String PARAMETER = "__param_";

    public FoundTarget {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /// Makes a target of a group whose targets have labels in common.
    public static FoundTarget of(String address, Map<String, String> labels) {
        var all = new TreeMap<>(labels);
        all.put(ADDRESS, address);
        return new FoundTarget(all);
    }
}
