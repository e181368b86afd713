package io.gpuledger.exporter.counters;

import io.gpuledger.exporter.counters.Field.Kind;
import io.gpuledger.service.settings.BadSettingsException;
import io.gpuledger.service.settings.Suggestion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a counters file: `FIELD, type, help` on each line. Goes on after a bad line, so that all are told at once.
final class CountersFile {
    private static final int COLUMNS = 3;
    private static final String TYPES = "gauge, counter, histogram, summary, label";

    private final String name;
    private final List<Counter> counters = new ArrayList<>();
    private final Map<String, Integer> lines = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    private CountersFile(String name) {
        this.name = name;
    }

    /// Throws [BadSettingsException] with everything that is wrong.
    ///
    /// @param name the file's, for problems to begin with
    static Counters parse(String name, String text) {
        var file = new CountersFile(name);
        Csv.lines(text).forEach(file::take);
        if (!file.problems.isEmpty()) {
            throw new BadSettingsException(file.problems);
        }
        if (file.counters.isEmpty()) {
            file.warnings.add(name + " asks for no metric of dcgm-exporter");
        }
        return Counters.of(file.counters, file.warnings);
    }

    private void take(Csv.Line line) {
        line.columns()
                .ifPresentOrElse(
                        columns -> take(line.number(), columns),
                        () -> problem(line.number(), "a quote has to enclose a whole column"));
    }

    private void take(int line, List<String> columns) {
        if (columns.size() != COLUMNS) {
            problem(line, "needs three columns (field, type, help), and has " + columns.size());
            return;
        }
        var field = Field.named(columns.get(0));
        var type = Counter.Type.of(columns.get(1));
        if (field.isEmpty()) {
            problem(line, "unknown field " + columns.get(0) + suggestion(columns.get(0)));
        }
        if (type.isEmpty()) {
            problem(line, "type must be one of %s, not '%s'".formatted(TYPES, columns.get(1)));
        }
        field.flatMap(known -> type.map(of -> new Counter(known, columns.get(0), of, columns.get(2))))
                .ifPresent(counter -> add(line, counter));
    }

    private void add(int line, Counter counter) {
        if (counter.field().kind() == Kind.TEXT && counter.type() != Counter.Type.LABEL) {
            problem(line, counter.name() + " is a text: its type must be label");
            return;
        }
        if (lines.putIfAbsent(counter.name(), line) == null) {
            counters.add(counter);
        } else {
            warnings.add("%s:%d: %s stands in line %d already, which counts"
                    .formatted(name, line, counter.name(), lines.get(counter.name())));
        }
    }

    private void problem(int line, String what) {
        problems.add("%s:%d: %s".formatted(name, line, what));
    }

    private static String suggestion(String unknown) {
        return Suggestion.nearest(unknown, Field.names())
                .map(known -> "; did you mean " + known + "?")
                .or(() -> Optional.of(unknown)
                        .filter(word -> word.contains(" "))
                        .map(_ -> "; columns are separated by commas"))
                .orElse("");
    }
}
