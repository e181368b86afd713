package io.gpuledger.analyzer.parse.write;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.telemetry.PlainText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The labels of a series that is not known yet.
final class SeriesDraft {
    private static final String METRIC_NAME = "__name__";

    private final WriteLimits limits;
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private final List<String> flat = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private Optional<String> metric = Optional.empty();
    private Optional<Rejection> wrong = Optional.empty();

    SeriesDraft(WriteLimits limits) {
        this.limits = limits;
    }

    /// Adds a label by where its name and its value lie in the message.
    void label(byte[] bytes, int name, int nameLength, int value, int valueLength) {
        if (wrong.isPresent()) {
            return;
        }
        wrong = limit(nameLength, valueLength);
        if (wrong.isEmpty()) {
            try {
                label(text(bytes, name, nameLength), text(bytes, value, valueLength));
            } catch (CharacterCodingException _) {
                wrong = Optional.of(Rejection.NOT_UTF_8);
            }
        }
    }

    private Optional<Rejection> limit(int nameLength, int valueLength) {
        if (nameLength == 0) {
            return Optional.of(Rejection.LABEL_WITHOUT_NAME);
        }
        if (nameLength > limits.nameBytesMax()) {
            return Optional.of(Rejection.LABEL_NAME_TOO_LONG);
        }
        if (valueLength > limits.valueBytesMax()) {
            return Optional.of(Rejection.LABEL_VALUE_TOO_LONG);
        }
        return names.size() < limits.labelsMax() ? Optional.empty() : Optional.of(Rejection.TOO_MANY_LABELS);
    }

    private String text(byte[] bytes, int from, int length) throws CharacterCodingException {
        return utf8.decode(ByteBuffer.wrap(bytes, from, length)).toString();
    }

    private void label(String name, String value) {
        if (!PlainText.is(name) || !PlainText.is(value)) {
            wrong = Optional.of(Rejection.CONTROL_CHARACTER);
        } else if (!names.add(name)) {
            wrong = Optional.of(Rejection.LABEL_TWICE);
        } else if (name.equals(METRIC_NAME)) {
            metric = Optional.of(value).filter(metricName -> !metricName.isEmpty());
        } else {
            flat.add(name);
            flat.add(value);
        }
    }

    /// Returns the route of the series, or the code of a rejection.
    int route(SeriesRouter router) {
        if (wrong.isPresent()) {
            return wrong.get().code();
        }
        return metric.map(name -> router.route(name, Labels.of(flat))).orElseGet(Rejection.NO_METRIC_NAME::code);
    }
}
