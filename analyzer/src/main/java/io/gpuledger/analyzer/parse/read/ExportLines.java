package io.gpuledger.analyzer.parse.read;

import static io.gpuledger.analyzer.parse.read.JsonAnswer.expect;
import static io.gpuledger.analyzer.parse.read.JsonAnswer.expectNext;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gpuledger.analyzer.parse.Samples;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// The answer of VictoriaMetrics' `/api/v1/export`, to be asked for without `reduce_mem_usage`, which would leave
/// nothing in order. Each line is a series, or a part of one:
/// `{"metric":{"__name__":"up"},"values":[1,0],"timestamps":[1549891472010,1549891487724]}`. A value that is no number
/// is the end of the series: VictoriaMetrics keeps no other such values.
///
/// https://docs.victoriametrics.com/victoriametrics/single-server-victoriametrics/#how-to-export-data-in-json-line-format
public final class ExportLines {
    private final SeriesBuffer samples;
    private final JsonSeries series;

    public ExportLines(TimeRange range, ReadLimits limits, SeriesSink sink) {
        this.samples = new SeriesBuffer(limits.samplesMax());
        this.series = new JsonSeries(
                new SinkGate(range, limits, sink), samples, Map.of("values", this::values, "timestamps", this::times));
    }

    /// Reads an answer to its end. The stream is not closed.
    ///
    /// @throws IOException where the stream does
    public void read(InputStream in) throws IOException, BadAnswerException {
        JsonAnswer.read(new BareInfinity(in), json -> {
            while (json.nextToken() != null) {
                expect(json, JsonToken.START_OBJECT, "a series with `metric`, `values` and `timestamps`");
                series.read(json);
            }
        });
    }

    private void values(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_ARRAY, "a list of values");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            var value = value(json);
            samples.value(Double.isNaN(value) ? Samples.END : value);
        }
    }

    private static double value(JsonParser json) throws IOException, BadAnswerException {
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_NULL -> Samples.END;
            case VALUE_STRING -> JsonAnswer.value(json);
            default -> throw JsonAnswer.bad(json, "a value");
        };
    }

    private void times(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_ARRAY, "a list of times");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json, JsonToken.VALUE_NUMBER_INT, "a time in milliseconds");
            samples.time(json.getLongValue());
        }
    }
}
