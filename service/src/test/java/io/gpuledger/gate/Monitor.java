package io.gpuledger.gate;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a ServiceMonitor or a PodMonitor of the Prometheus operator says, as far as the chart uses it. Other fields are
/// mistakes.
record Monitor(
        String jobLabel,
        LabelSelector selector,
        Map<String, List<String>> namespaceSelector,
        @Nullable List<Way> endpoints,
        @Nullable List<Way> podMetricsEndpoints) {
    /// How a page is scraped.
    record Way(
            String port,
            String path,
            @Nullable String interval,
            @Nullable String scrapeTimeout,
            boolean honorLabels,
            @Nullable String scheme,
            @Nullable Map<String, Object> authorization,
            @Nullable Map<String, Object> tlsConfig) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    static Monitor of(Map<?, ?> object) {
        return JSON.convertValue(object.get("spec"), Monitor.class);
    }

    List<Way> ways() {
        return Stream.of(endpoints, podMetricsEndpoints)
                .flatMap(Stream::ofNullable)
                .flatMap(List::stream)
                .toList();
    }
}
