package io.gpuledger.analyzer.parse.read;

import static io.gpuledger.analyzer.parse.read.JsonAnswer.expect;
import static io.gpuledger.analyzer.parse.read.JsonAnswer.expectNext;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/// The answer of `/api/v1/query` to a range selector, `up[1h]`, which all servers like Prometheus know: samples as they
/// are kept, but for the ends of series, which Prometheus leaves out, and VictoriaMetrics says as any other NaN.
/// Whether the selector has the first instant of its time is another thing in Prometheus 3 than before: ask for a
/// little more than the range.
///
/// https://prometheus.io/docs/prometheus/latest/querying/api/#range-vectors
public final class MatrixAnswer {
    private static final double MILLIS = 1_000;

    private final SinkGate gate;
    private final SeriesBuffer samples;
    private final JsonSeries series;
    private int histograms;
    private Envelope envelope = new Envelope();

    public MatrixAnswer(TimeRange range, ReadLimits limits, SeriesSink sink) {
        this.gate = new SinkGate(range, limits, sink);
        this.samples = new SeriesBuffer(limits.samplesMax());
        this.series = new JsonSeries(gate, samples, Map.of("values", this::values, "histograms", this::histograms));
    }

    /// Reads an answer to its end. The stream is not closed.
    ///
    /// @throws BadAnswerException also with the server's words, where it says that something went wrong
    /// @throws IOException where the stream does
    public void read(InputStream in) throws IOException, BadAnswerException {
        envelope = new Envelope();
        JsonAnswer.read(in, json -> {
            expectNext(json, JsonToken.START_OBJECT, "an object with `status` and `data`");
            while (json.nextToken() != JsonToken.END_OBJECT) {
                if (json.currentName().equals("data")) {
                    data(json);
                } else {
                    envelope.field(json);
                }
            }
            envelope.verify();
        });
    }

    private void data(JsonParser json) throws IOException, BadAnswerException {
        if (json.nextToken() == JsonToken.VALUE_NULL) {
            return;
        }
        expect(json, JsonToken.START_OBJECT, "`data` with `resultType` and `result`");
        while (json.nextToken() != JsonToken.END_OBJECT) {
            switch (json.currentName()) {
                case "resultType" -> envelope.resultType(json);
                case "result" -> result(json);
                default -> JsonAnswer.skip(json);
            }
        }
    }

    private void result(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_ARRAY, "a list of series");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json, JsonToken.START_OBJECT, "a series with `metric` and `values`");
            series(json);
        }
    }

    private void series(JsonParser json) throws IOException, BadAnswerException {
        histograms = 0;
        if (series.read(json)) {
            gate.histograms(histograms);
        }
    }

    private void values(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_ARRAY, "a list of samples");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json, JsonToken.START_ARRAY, "a time and a value");
            json.nextToken();
            samples.time(millis(json));
            expectNext(json, JsonToken.VALUE_STRING, "a value in quotes");
            samples.value(JsonAnswer.value(json));
            expectNext(json, JsonToken.END_ARRAY, "the end of the sample");
        }
    }

    /// A number of seconds has at most three decimals, and the error of a number of 64 bits is a thousand times less.
    private static long millis(JsonParser json) throws IOException, BadAnswerException {
        if (!json.currentToken().isNumeric()) {
            throw JsonAnswer.bad(json, "a time in seconds");
        }
        return Math.round(json.getDoubleValue() * MILLIS);
    }

    private void histograms(JsonParser json) throws IOException, BadAnswerException {
        expectNext(json, JsonToken.START_ARRAY, "a list of histograms");
        while (json.nextToken() != JsonToken.END_ARRAY) {
            json.skipChildren();
            histograms++;
        }
    }
}
