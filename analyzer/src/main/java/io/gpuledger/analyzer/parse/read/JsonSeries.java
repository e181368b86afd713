package io.gpuledger.analyzer.parse.read;

import static io.gpuledger.analyzer.parse.read.JsonAnswer.expectNext;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Map;

/// The series of a JSON answer, one at a time. Each is an object, whose field `metric` is its labels. The fields that
/// stand beside it may come before it, so that samples are passed on at the end of the object.
final class JsonSeries {
    /// Reads the value of a field, which comes next.
    interface Field {
        void read(JsonParser json) throws IOException, BadAnswerException;
    }

    private final SinkGate gate;
    private final SeriesBuffer samples;
    private final Map<String, Field> fields;

    /// @param samples what the fields fill
    /// @param fields by name; others are passed over
    JsonSeries(SinkGate gate, SeriesBuffer samples, Map<String, Field> fields) {
        this.gate = gate;
        this.samples = samples;
        this.fields = fields;
    }

    /// Reads a series, whose object has begun, and returns whether it is wanted.
    boolean read(JsonParser json) throws IOException, BadAnswerException {
        var isNamed = false;
        var isWanted = true;
        samples.clear();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            var name = json.currentName();
            if (name.equals("metric")) {
                isNamed = true;
                isWanted = labels(json);
            } else if (isWanted) {
                fields.getOrDefault(name, JsonAnswer::skip).read(json);
            } else {
                JsonAnswer.skip(json);
            }
        }
        if (!isNamed) {
            throw JsonAnswer.bad(json, "`metric`, the labels of the series");
        }
        if (isWanted) {
            samples.empty(gate);
        }
        return isWanted;
    }

    private boolean labels(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_OBJECT, "the labels of a series");
        gate.begin();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            var name = json.currentName();
            expectNext(json, JsonToken.VALUE_STRING, "the value of a label in quotes");
            gate.label(name, json.getText());
        }
        return gate.wanted();
    }
}
