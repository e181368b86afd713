package io.gpuledger.analyzer.alert;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;

/// The annotations of an alert: what people read. They may change while it is open.
final class AlertWords {
    private static final int HOLDERS_MAX = 20;
    private static final double MILLIS_AN_HOUR = 3_600_000;

    private AlertWords() {}

    static SequencedMap<String, String> of(Finding finding) {
        var words = new TreeMap<String, String>();
        words.put("summary", summary(finding));
        words.put("description", description(finding));
        words.put("action", finding.action());
        words.put("holders", holders(finding.holders()));
        if (finding.lostMillis() > 0) {
            words.put("lost_gpu_hours", String.format(Locale.ROOT, "%.2f", finding.lostMillis() / MILLIS_AN_HOUR));
        }
        words.values().removeIf(String::isEmpty);
        return words;
    }

    private static String summary(Finding finding) {
        var key = finding.key();
        var what = (key.kind().word().replace('_', ' ') + " " + key.detail()).strip();
        return switch (key.subject()) {
            case Subject.OfUnit(var unit) ->
                "%s, %s%s: %s"
                        .formatted(
                                finding.node(),
                                unit.gpu(),
                                unit.instance()
                                        .map(number -> ", instance " + number)
                                        .orElse(""),
                                what);
            case Subject.OfNode _ -> finding.node() + ": " + what;
        };
    }

    private static String description(Finding finding) {
        var meaning = finding.key().kind().meaning();
        return finding.evidence().isBlank() ? meaning : "%s It was read: %s".formatted(meaning, finding.evidence());
    }

    private static String holders(Set<String> pods) {
        var named = pods.stream().sorted().limit(HOLDERS_MAX).collect(joining(", "));
        return pods.size() <= HOLDERS_MAX ? named : "%s and %d more".formatted(named, pods.size() - HOLDERS_MAX);
    }
}
