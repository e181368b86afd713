package io.gpuledger.analyzer.web;

import io.gpuledger.service.http.Get;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;

/// Answers `/metrics`: there the analyzer says how its own work goes, and how its process is.
public final class OwnMetrics {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    public OwnMetrics() {
        List.of(
                        new ClassLoaderMetrics(),
                        new JvmMemoryMetrics(),
                        new JvmThreadMetrics(),
                        new ProcessorMetrics(),
                        new UptimeMetrics(),
                        new FileDescriptorMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    /// All parts of the analyzer count in this one.
    public MeterRegistry registry() {
        return registry;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/metrics", this::metrics);
    }

    private void metrics(ServerRequest request, ServerResponse response) {
        var accepted = request.headers().contains(HeaderNames.ACCEPT)
                ? request.headers().get(HeaderNames.ACCEPT).values()
                : "";
        var type = accepted.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
        response.header(HeaderNames.CONTENT_TYPE, type).send(registry.scrape(type));
    }
}
