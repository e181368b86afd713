package io.gpuledger.exporter.top.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Unit;
import io.gpuledger.exporter.top.node.Who;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/// A node as one JSON document, in one line. What is not known is not there. Names that are not plain ASCII are
/// escaped, so that a terminal can be given it, too.
public final class NodeJson {
    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private static final MathContext DIGITS = new MathContext(12);

    private final JsonGenerator json;

    private NodeJson(JsonGenerator json) {
        this.json = json;
    }

    /// Writes a part of the document, and may fail as the output does.
    private interface Part {
        void write(NodeJson json) throws IOException;
    }

    public static String of(Node node, String source, Instant at) {
        return written(json -> json.node(node, source, at));
    }

    /// A look at which there was nothing to see.
    public static String failure(String why, String source, Instant at) {
        return written(json -> {
            json.head(source, at);
            json.json.writeStringField("error", why);
        });
    }

    private static String written(Part part) {
        var text = new StringWriter();
        try (var json = JSON.createGenerator(text)) {
            json.writeStartObject();
            part.write(new NodeJson(json));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private void head(String source, Instant at) throws IOException {
        json.writeStringField("time", at.toString());
        json.writeStringField("source", source);
    }

    private void node(Node node, String source, Instant at) throws IOException {
        head(source, at);
        if (node.name().isPresent()) {
            json.writeStringField("node", node.name().get());
        }
        if (node.driver().isPresent()) {
            json.writeStringField("driver_version", node.driver().get());
        }
        if (node.seconds().isPresent()) {
            number("activity_seconds", node.seconds().get());
        }
        json.writeBooleanField("holders_known", node.knowsHolders());
        json.writeArrayFieldStart("notes");
        for (var note : node.notes()) {
            json.writeString(note);
        }
        json.writeEndArray();
        units("gpus", node.gpus());
    }

    private void units(String field, Collection<Unit> units) throws IOException {
        json.writeArrayFieldStart(field);
        for (var unit : units) {
            json.writeStartObject();
            unit(unit);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void unit(Unit unit) throws IOException {
        json.writeNumberField("gpu", unit.place().gpu());
        for (var label : unit.info().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList()) {
            if (!label.getKey().equals("gpu")
                    && !label.getKey().equals("node")
                    && !label.getValue().isEmpty()) {
                json.writeStringField(label.getKey(), label.getValue());
            }
        }
        for (var reading : unit.readings().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .toList()) {
            number(reading.getKey().word(), reading.getValue());
        }
        numbers("throttled_ratio", unit.throttled());
        for (var errors : unit.errors().entrySet()) {
            numbers(errors.getKey(), errors.getValue());
        }
        troubles(unit);
        holders(unit.holders());
        if (unit.isInMigMode()) {
            units("instances", unit.instances());
        }
    }

    private void troubles(Unit unit) throws IOException {
        if (unit.place().instance().isPresent()) {
            return;
        }
        json.writeArrayFieldStart("troubles");
        for (var trouble : unit.troubles()) {
            json.writeStartObject();
            json.writeStringField("grade", trouble.grade().name().toLowerCase(Locale.ROOT));
            json.writeStringField("text", trouble.text());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void holders(Collection<Holder> holders) throws IOException {
        json.writeArrayFieldStart("holders");
        for (var holder : holders) {
            json.writeStartObject();
            who(holder.who());
            if (holder.share().isPresent()) {
                var share = holder.share().get();
                json.writeStringField("mode", share.mode());
                json.writeNumberField("replicas_held", share.held());
                if (share.of().isPresent()) {
                    json.writeNumberField("replicas", share.of().get());
                }
            }
            if (holder.busy().isPresent()) {
                number("busy_ratio", holder.busy().get());
            }
            if (holder.memoryBytes().isPresent()) {
                number("memory_used_bytes", holder.memoryBytes().get());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void who(Who who) throws IOException {
        switch (who) {
            case Who.Pod(String namespace, String pod, String container) -> {
                json.writeStringField("namespace", namespace);
                json.writeStringField("pod", pod);
                json.writeStringField("container", container);
            }
            case Who.Job(String id) -> json.writeStringField("hpc_job", id);
            case Who.SlurmJob(String id) -> json.writeStringField("slurm_job", id);
            case Who.Container(String id) -> json.writeStringField("container_id", id);
        }
    }

    private void numbers(String field, Map<String, Double> values) throws IOException {
        if (!values.isEmpty()) {
            json.writeObjectFieldStart(field);
            for (var value : values.entrySet()) {
                number(value.getKey(), value.getValue());
            }
            json.writeEndObject();
        }
    }

    /// As people write it: 0.5 and 85520809984, no exponent, and nothing of what a sum of binary fractions leaves over.
    private void number(String field, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeFieldName(field);
            json.writeNumber(new BigDecimal(value, DIGITS).stripTrailingZeros().toPlainString());
        }
    }
}
