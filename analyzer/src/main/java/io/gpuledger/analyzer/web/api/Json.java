package io.gpuledger.analyzer.web.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.web.api.Value.Member;
import io.gpuledger.analyzer.web.api.Value.Members;
import io.gpuledger.analyzer.web.api.Value.Nothing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;

/// Writes answers in the envelope of Prometheus' API.
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT);

    private Json() {}

    static void success(Value data, OutputStream out) throws IOException {
        var members = List.of(member("status", "success"), new Member("data", data));
        write(new Members(members), out);
    }

    /// Where it fails, what was written is not JSON.
    static void write(Value value, OutputStream out) throws IOException {
        try (var json = FACTORY.createGenerator(out)) {
            write(value, json);
        }
    }

    static byte[] success(Value data) {
        var out = new ByteArrayOutputStream();
        try {
            success(data, out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory takes all that is written to it", e);
        }
        return out.toByteArray();
    }

    private static Member member(String name, String text) {
        return new Member(name, new Value.Text(text));
    }

    private static void write(Value value, JsonGenerator json) throws IOException {
        switch (value) {
            case Value.Text(var text) -> json.writeString(text);
            case Value.Figure figure -> json.writeNumber(figure.toString());
            case Value.Money money -> json.writeString(money.toString());
            case Value.YesOrNo(var isSo) -> json.writeBoolean(isSo);
            case Nothing.NOTHING -> json.writeNull();
            case Value.Items(var all) -> {
                json.writeStartArray();
                for (var one : all) {
                    write(one, json);
                }
                json.writeEndArray();
            }
            case Members(var all) -> {
                json.writeStartObject();
                for (var one : all) {
                    json.writeFieldName(one.name());
                    write(one.value(), json);
                }
                json.writeEndObject();
            }
        }
    }
}
