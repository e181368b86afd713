package io.gpuledger.analyzer;

import static java.util.stream.Collectors.toCollection;

import io.gpuledger.gate.Repository;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What a query of a dashboard leans on: metrics, and their labels.
record DashboardQuery(String promQl) {
    private static final Pattern STRING = Pattern.compile("\"[^\"]*\"");
    private static final Pattern NAME =
            Pattern.compile("\\b(?:gpu_|DCGM_FI_|process_|jvm_|hikaricp_|kube_|up\\b)\\w*(?![\\w\"])");
    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_]\\w*)\\{([^}]*)}");
    private static final Pattern MATCHED = Pattern.compile("(\\w+)(?:=~|!~|!=|=)");
    private static final Pattern GROUPED =
            Pattern.compile("\\b(?:by|on|ignoring|without|group_left|group_right) *\\(([^()]*)\\)");
    private static final Pattern MADE = Pattern.compile("(?:, |count_values [^\"]*)\"(\\w+)\", ");
    private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `(\\w+)` \\| (\\w+) \\|");
    private static final Pattern OF_MAIL = Pattern.compile("`(gpu_analyzer_mail_\\w+)");

    /// Returns the names of all metrics in it.
    Set<String> names() {
        return NAME.matcher(bare())
                .results()
                .map(word -> word.group())
                .filter(word -> !labels().contains(word))
                .collect(toCollection(TreeSet::new));
    }

    /// Returns the labels that series of a metric are chosen by.
    Map<String, Set<String>> chosenBy() {
        var chosen = new TreeMap<String, Set<String>>();
        SELECTOR.matcher(bare())
                .results()
                .forEach(selector -> MATCHED.matcher(selector.group(2))
                        .results()
                        .forEach(label -> chosen.computeIfAbsent(selector.group(1), _ -> new TreeSet<>())
                                .add(label.group(1))));
        return chosen;
    }

    /// Returns the labels that samples are grouped or joined by.
    Set<String> labels() {
        return GROUPED.matcher(bare())
                .results()
                .flatMap(group -> Stream.of(group.group(1).split(",")))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .collect(toCollection(TreeSet::new));
    }

    /// Returns the labels that it makes.
    Set<String> made() {
        var made = MADE.matcher(promQl).results().map(label -> label.group(1)).collect(toCollection(TreeSet::new));
        if (promQl.contains("count_values")) {
            made.add("xid");
        }
        return made;
    }

    private String bare() {
        return STRING.matcher(promQl).replaceAll("\"\"");
    }

    /// All metrics that the documentation names, with what Prometheus makes of a summary or a histogram.
    static Set<String> documented() {
        var known = new TreeSet<String>();
        known.add("up");
        DOCUMENTED.matcher(page("docs/metrics.md")).results().forEach(row -> {
            known.add(row.group(1));
            if (row.group(2).equals("summary") || row.group(2).equals("histogram")) {
                Stream.of("_sum", "_count", "_bucket").forEach(part -> known.add(row.group(1) + part));
            }
        });
        OF_MAIL.matcher(page("docs/mail.md")).results().forEach(metric -> known.add(metric.group(1)));
        return known;
    }

    private static String page(String path) {
        return Repository.read(Repository.root().resolve(path));
    }
}
