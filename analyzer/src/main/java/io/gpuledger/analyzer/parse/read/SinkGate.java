package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.telemetry.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Stands before a sink, and lets through what it can rely on: series with good labels, and samples that are of the
/// range and later than the one before. Pieces of what a server has kept may overlap, and reach beyond the range.
final class SinkGate {
    private static final String METRIC_NAME = "__name__";

    private final TimeRange range;
    private final ReadLimits limits;
    private final SeriesSink sink;

    /// Names and values stand by turns.
    private List<String> labels = new ArrayList<>();
    /// The labels of the series that began last, unless it was passed over, or none did.
    private List<String> before = new ArrayList<>();

    private Optional<String> wrong = Optional.empty();
    private boolean hasBegun;
    private boolean wanted;
    private long lastMillis;

    SinkGate(TimeRange range, ReadLimits limits, SeriesSink sink) {
        this.range = range;
        this.limits = limits;
        this.sink = sink;
    }

    /// The labels of a series come now.
    void begin() {
        labels.clear();
        wrong = Optional.empty();
    }

    void label(String name, String value) {
        if (wrong.isEmpty()) {
            wrong = wrongWith(name, value);
            labels.add(name);
            labels.add(value);
        }
    }

    private Optional<String> wrongWith(String name, String value) {
        if (labels.size() / 2 == limits.labelsMax()) {
            return Optional.of("more than %d labels".formatted(limits.labelsMax()));
        }
        if (name.length() > limits.nameMax() || value.length() > limits.valueMax()) {
            return Optional.of("a label of %d and %d characters".formatted(name.length(), value.length()));
        }
        if (name.isEmpty()) {
            return Optional.of("a label without a name");
        }
        if (!PlainText.is(name) || !PlainText.is(value)) {
            return Optional.of("control characters in a label");
        }
        return has(name) ? Optional.of("the label %s twice".formatted(name)) : Optional.empty();
    }

    private boolean has(String name) {
        for (var i = 0; i < labels.size(); i += 2) {
            if (labels.get(i).equals(name)) {
                return true;
            }
        }
        return false;
    }

    /// One of the labels is no text.
    void noText() {
        wrong = Optional.of("a label that is not UTF-8");
    }

    /// All labels have come. Returns whether the samples of the series are wanted.
    boolean wanted() {
        if (wrong.isEmpty() && hasBegun && labels.equals(before)) {
            return wanted;
        }
        lastMillis = Long.MIN_VALUE;
        var all = Labels.of(labels);
        var name = all.find(METRIC_NAME);
        var why = wrong.or(() -> name.isEmpty() ? Optional.of("no name") : Optional.empty());
        why.ifPresent(sink::passedOver);
        hasBegun = why.isEmpty();
        wanted = hasBegun && sink.series(name.orElseThrow(), all.without(METRIC_NAME));
        var spare = before;
        before = labels;
        labels = spare;
        return wanted;
    }

    void sample(long millis, double value) {
        if (millis > lastMillis && range.has(millis)) {
            lastMillis = millis;
            sink.sample(millis, value);
        }
    }

    void histograms(int count) {
        if (count > 0) {
            sink.histograms(count);
        }
    }
}
