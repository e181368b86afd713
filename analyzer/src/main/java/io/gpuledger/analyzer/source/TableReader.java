package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.source.Rule.Condition;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Reads a table. Each line is a word and what it says, `#` begins a comment:
///
///     gpu UUID uuid                     the labels with the GPU's id, the likeliest first; so for each role
///     gpu-prefix GPU-                   what the ids lack
///     name-prefix amd_                  what names may begin with
///     instance-unless LABEL VALUE       a GPU that is whole although it has the label of an instance
///     exporter NAME ...                 containers that are the exporter itself
///     info METRIC                       what a unit is
///     holder METRIC                     who holds it; with holder-busy, holder-memory what he took of it
///     xid METRIC LABEL                  counts of XIDs, by the label
///     value METRIC{LABEL=VALUE},... FIELD [SCALE] [device] [sum]
///                                       with LABEL= of the series alone that do not have it
///
/// All that is wrong is told at once.
final class TableReader {
    private static final Pattern COMMA = Pattern.compile(",");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern METRIC = Pattern.compile("([^{}]+)(?:\\{([^{}=]+)=([^{}=]*)\\})?");

    private final String name;
    private final int firstRank;
    private final List<String> problems = new ArrayList<>();
    private final Map<Role, List<String>> labels = new EnumMap<>(Role.class);
    private final Map<String, List<Rule>> rules = new LinkedHashMap<>();
    private final Set<String> exporters = new HashSet<>();
    private Optional<String> gpuPrefix = Optional.empty();
    private Optional<String> namePrefix = Optional.empty();
    private Optional<Condition> wholeWhen = Optional.empty();
    private int line;

    private TableReader(String name, int firstRank) {
        this.name = name;
        this.firstRank = firstRank;
    }

    /// @param firstRank of its first line; the others follow
    static SourceTable read(String name, String text, int firstRank) {
        var reader = new TableReader(name, firstRank);
        text.lines().forEach(reader::read);
        return reader.table();
    }

    private SourceTable table() {
        if (!labels.containsKey(Role.GPU)) {
            problems.add(name + ": no line `gpu LABEL` says which label is the GPU's id");
        }
        if (!problems.isEmpty()) {
            throw new BadTableException(problems);
        }
        return new SourceTable(
                name, Map.copyOf(labels), gpuPrefix, namePrefix, wholeWhen, Set.copyOf(exporters), Map.copyOf(rules));
    }

    private void read(String whole) {
        line++;
        var text = whole.replaceFirst("(^|\\s)#.*", "").strip();
        if (!text.isEmpty()) {
            var words = List.of(BLANKS.split(text, -1));
            read(words.getFirst(), words.subList(1, words.size()));
        }
    }

    private void read(String word, List<String> rest) {
        if (rest.isEmpty()) {
            problem("`" + word + "` says nothing");
            return;
        }
        var first = rest.getFirst();
        switch (word) {
            case "gpu-prefix" -> gpuPrefix = Optional.of(first);
            case "name-prefix" -> namePrefix = Optional.of(first);
            case "instance-unless" -> wholeWhen = pair(rest).map(pair -> new Condition(pair.get(0), pair.get(1)));
            case "exporter" -> exporters.addAll(rest);
            case "info" -> add(first, new Rule.Identity());
            case "holder" -> add(first, new Rule.HolderInfo());
            case "holder-busy" -> add(first, new Rule.HolderBusy());
            case "holder-memory" -> add(first, new Rule.HolderMemory());
            case "xid" -> pair(rest).ifPresent(pair -> add(first, new Rule.Xids(pair.get(1))));
            case "trait" -> pair(rest).ifPresent(pair -> trait(pair.get(0), pair.get(1)));
            case "value" -> value(rest);
            default ->
                Role.of(word)
                        .ifPresentOrElse(
                                role -> labels.put(role, List.copyOf(rest)),
                                () -> problem("`" + word + "` is no word of a table"));
        }
    }

    private Optional<List<String>> pair(List<String> rest) {
        if (rest.size() != 2) {
            problem("two words are wanted instead of `" + String.join(" ", rest) + "`");
            return Optional.empty();
        }
        return Optional.of(rest);
    }

    private void trait(String metrics, String word) {
        Trait.ofWord(word)
                .ifPresentOrElse(
                        trait -> COMMA.splitAsStream(metrics).forEach(metric -> add(metric, new Rule.OfTrait(trait))),
                        () -> problem("no trait is called `" + word + "`"));
    }

    private void value(List<String> rest) {
        var field = rest.size() < 2 ? Optional.<Field>empty() : Field.ofColumn(rest.get(1));
        if (field.isEmpty()) {
            problem("no field is called `" + (rest.size() < 2 ? "" : rest.get(1)) + "`");
            return;
        }
        var more = new ArrayList<>(rest.subList(2, rest.size()));
        var ofDevice = more.remove("device");
        var sums = more.remove("sum");
        var scale = more.isEmpty() ? OptionalDouble.of(1) : scale(more);
        scale.ifPresent(factor -> {
            for (var metric : COMMA.split(rest.getFirst(), -1)) {
                var parts = METRIC.matcher(metric);
                if (parts.matches()) {
                    var rule = new Rule.Value(field.get(), factor, ofDevice, sums, firstRank + line, condition(parts));
                    add(parts.group(1), rule);
                } else {
                    problem("`" + metric + "` is no metric");
                }
            }
        });
    }

    private static Optional<Condition> condition(MatchResult metric) {
        return Optional.ofNullable(metric.group(2))
                .flatMap(label -> Optional.ofNullable(metric.group(3)).map(value -> new Condition(label, value)));
    }

    private OptionalDouble scale(List<String> words) {
        try {
            var scale = Double.parseDouble(words.getFirst());
            if (words.size() == 1 && scale > 0 && Double.isFinite(scale)) {
                return OptionalDouble.of(scale);
            }
        } catch (NumberFormatException _) {
            // Told below.
        }
        problem("after the field comes its scale, `device` or `sum`, not `" + String.join(" ", words) + "`");
        return OptionalDouble.empty();
    }

    private void add(String metric, Rule rule) {
        rules.merge(metric, List.of(rule), (known, one) -> {
            var both = new ArrayList<>(known);
            both.addAll(one);
            return List.copyOf(both);
        });
    }

    private void problem(String what) {
        problems.add(name + ":" + line + ": " + what);
    }
}
