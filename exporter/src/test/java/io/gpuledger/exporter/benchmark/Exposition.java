package io.gpuledger.exporter.benchmark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// A page, read as strictly as its format allows: text 0.0.4, or OpenMetrics 1.0 as far as an exporter without
/// exemplars goes. What does not hold is listed, and the rest read on.
public final class Exposition {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*+";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*+=\"(?:[^\"\\\\\\n]|\\\\[\"\\\\n])*+\"";
    private static final String NUMBER = "[+-]?(?:\\d++(?:\\.\\d++)?+(?:[eE][+-]?\\d++)?+|Inf)|NaN";
    private static final Pattern SAMPLE =
            Pattern.compile("((%s)(?:\\{%s(?:,%s)*+})?+) (%s)".formatted(NAME, LABEL, LABEL, NUMBER));
    private static final Pattern TYPE = Pattern.compile(
            "# TYPE (%s) (counter|gauge|histogram|summary|untyped|unknown|info|stateset)".formatted(NAME));
    private static final Pattern HELP = Pattern.compile("# (?:HELP|UNIT) (%s) \\S.*".formatted(NAME));
    private static final Set<String> SUFFIXES = Set.of("", "_total", "_info");
    private static final Set<String> SUMMARY_SUFFIXES = Set.of("", "_count", "_sum");
    private static final String END = "# EOF";

    private final boolean openMetrics;
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> types = new HashMap<>();
    private final Set<String> described = new HashSet<>();
    private final Map<String, Double> series = new LinkedHashMap<>();
    private final Map<String, Double> counters = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();
    private String family = "";

    public Exposition(String text, boolean openMetrics) {
        this.openMetrics = openMetrics;
        require(text.endsWith(openMetrics ? "\n" + END + "\n" : "\n"), "the page does not end as it must");
        text.lines().forEach(this::line);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            problems.add(otherwise);
        }
    }

    private void line(String line) {
        if (line.startsWith("# TYPE ")) {
            type(line);
        } else if (line.equals(END) && openMetrics) {
            family = "";
        } else if (line.startsWith("#")) {
            description(line);
        } else {
            sample(line);
        }
    }

    private void type(String line) {
        var type = TYPE.matcher(line);
        if (!type.matches()) {
            problems.add("no TYPE: " + line);
            return;
        }
        family = type.group(1);
        require(types.put(family, type.group(2)) == null, "two TYPEs of " + family);
    }

    private void description(String line) {
        var help = HELP.matcher(line);
        require(help.matches(), "no comment that is known: " + line);
        require(described.add(line.split(" ", 4)[1] + (help.matches() ? help.group(1) : line)), "twice: " + line);
    }

    private void sample(String line) {
        var sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            problems.add("no sample: " + line);
            return;
        }
        var name = sample.group(2);
        var value = Double.parseDouble(sample.group(3).replace("Inf", "Infinity"));
        require(isOfFamily(name), "%s stands under the TYPE of %s".formatted(name, family));
        require(series.put(sample.group(1), value) == null, "twice: " + sample.group(1));
        names.add(name);
        if (types.getOrDefault(family, "").equals("counter")) {
            counters.put(sample.group(1), value);
        }
    }

    private boolean isOfFamily(String name) {
        var suffixes = types.getOrDefault(family, "").equals("summary") ? SUMMARY_SUFFIXES : SUFFIXES;
        return name.startsWith(family) && suffixes.contains(name.substring(family.length()));
    }

    public List<String> problems() {
        return problems;
    }

    /// The names that samples have.
    Set<String> names() {
        return names;
    }

    /// Returns the values by series, as it is written.
    public Map<String, Double> series() {
        return series;
    }

    public Map<String, Double> counters() {
        return counters;
    }
}
