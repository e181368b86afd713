package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.health.Finding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes alerts as the API of Alertmanager takes them
/// (https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml).
///
/// @param lifetime of an alert of which Alertmanager hears no more: it then takes it to be over
/// @param page where people reach this program
record AlertPage(Duration lifetime, Optional<URI> page) {
    private static final JsonFactory FACTORY = new JsonFactory();

    byte[] of(List<Alert> alerts, Instant now) {
        var out = new ByteArrayOutputStream();
        try (var json = FACTORY.createGenerator(out)) {
            json.writeStartArray();
            for (var alert : alerts) {
                write(alert, now, json);
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("memory fails", e);
        }
        return out.toByteArray();
    }

    /// Alertmanager refuses an alert that ends before it starts, and clocks of nodes may be ahead.
    private void write(Alert alert, Instant now, JsonGenerator json) throws IOException {
        var finding = alert.kept().finding();
        var ends = alert.ended().orElseGet(() -> now.plus(lifetime));
        var opened = Instant.ofEpochMilli(finding.opened());
        var starts = opened.isBefore(ends) ? opened : ends;
        json.writeStartObject();
        write("labels", AlertLabels.of(alert), json);
        write("annotations", AlertWords.of(finding), json);
        json.writeStringField("startsAt", starts.toString());
        json.writeStringField("endsAt", ends.toString());
        if (page.isPresent()) {
            json.writeStringField("generatorURL", page.get() + link(finding));
        }
        json.writeEndObject();
    }

    private static void write(String name, Map<String, String> fields, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart(name);
        for (var field : fields.entrySet()) {
            json.writeStringField(field.getKey(), field.getValue());
        }
        json.writeEndObject();
    }

    private static String link(Finding finding) {
        var key = finding.key();
        return "/api/v1/findings?cluster=%s&node=%s&kind=%s"
                .formatted(
                        encoded(key.subject().cluster()),
                        encoded(finding.node()),
                        encoded(key.kind().word()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
