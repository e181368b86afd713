package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.scrape.TargetList;
import io.gpuledger.analyzer.scrape.TargetState;
import io.gpuledger.analyzer.scrape.discovery.DiscoveredTargets.Dropped;
import io.gpuledger.service.http.Get;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/// `/api/v1/targets`: what is scraped, and how it goes, as Prometheus says it; with some fields that it has not.
public final class TargetsRoute {
    private final JsonFactory json = new JsonFactory();
    private final Supplier<TargetList> targets;

    public TargetsRoute(Supplier<TargetList> targets) {
        this.targets = targets;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/api/v1/targets", this::targets);
    }

    private void targets(ServerRequest request, ServerResponse response) throws IOException {
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        try (var out = response.outputStream()) {
            write(targets.get(), out);
        }
    }

    void write(TargetList list, OutputStream out) throws IOException {
        try (var page = json.createGenerator(out)) {
            page.writeStartObject();
            page.writeStringField("status", "success");
            page.writeObjectFieldStart("data");
            page.writeArrayFieldStart("activeTargets");
            for (var target : list.active()) {
                write(target, page);
            }
            page.writeEndArray();
            page.writeArrayFieldStart("droppedTargets");
            for (var target : list.dropped()) {
                write(target, page);
            }
            page.writeEndArray();
            page.writeEndObject();
            page.writeEndObject();
        }
    }

    private static void write(TargetState state, JsonGenerator page) throws IOException {
        var target = state.target();
        page.writeStartObject();
        writeLabels("discoveredLabels", target.found().labels(), page);
        writeLabels("labels", target.labels(), page);
        page.writeStringField("scrapePool", target.pool());
        page.writeStringField("scrapeUrl", target.url().toString());
        page.writeStringField("globalUrl", target.url().toString());
        page.writeStringField("lastError", state.lastError().orElse(""));
        page.writeStringField(
                "lastScrape", state.lastScrape().orElse(Instant.EPOCH).toString());
        page.writeNumberField("lastScrapeDuration", seconds(state.lastDuration()));
        page.writeStringField("health", state.health().name().toLowerCase(Locale.ROOT));
        page.writeStringField("scrapeInterval", duration(target.interval()));
        page.writeStringField("scrapeTimeout", duration(target.timeout()));
        page.writeNumberField("samples", state.samples());
        page.writeNumberField("ignoredSamples", state.ignored());
        page.writeNumberField("problems", state.problems());
        page.writeStringField("firstProblem", state.firstProblem().orElse(""));
        page.writeNumberField("bytes", state.bytes());
        page.writeNumberField("duplicates", state.duplicates());
        if (state.skew().isPresent()) {
            page.writeNumberField("clockSkewSeconds", seconds(state.skew().get()));
            page.writeBooleanField("clockSkewed", state.isSkewed());
        }
        page.writeEndObject();
    }

    private static void write(Dropped target, JsonGenerator page) throws IOException {
        page.writeStartObject();
        writeLabels("discoveredLabels", target.found().labels(), page);
        page.writeStringField("scrapePool", target.pool());
        page.writeStringField("reason", target.reason());
        page.writeEndObject();
    }

    private static void writeLabels(String name, Map<String, String> labels, JsonGenerator page) throws IOException {
        page.writeObjectFieldStart(name);
        for (var label : labels.entrySet()) {
            page.writeStringField(label.getKey(), label.getValue());
        }
        page.writeEndObject();
    }

    /// As Prometheus writes and reads them.
    private static String duration(Duration time) {
        var millis = time.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
