package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.cluster.Pod;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Selects pods by their labels: those that had all of these labels when they began. Without any labels it selects
/// none.
public record Selector(Map<String, String> labels) {
    public static final Selector NONE = new Selector(Map.of());

    public Selector {
        labels = Map.copyOf(labels);
    }

    /// Parses labels such as `app=balloon,tier=spare`. Throws [IllegalArgumentException] where the text is not of that
    /// form.
    public static Selector parse(String text) {
        var labels = new HashMap<String, String>();
        for (var word : Arrays.stream(text.split(",", -1)).map(String::strip).toList()) {
            var at = word.indexOf('=');
            if (at < 1) {
                throw new IllegalArgumentException("has to be like app=balloon,tier=spare");
            }
            labels.put(word.substring(0, at).strip(), word.substring(at + 1).strip());
        }
        return new Selector(labels);
    }

    boolean matches(Pod pod) {
        return !labels.isEmpty()
                && labels.entrySet().stream()
                        .allMatch(label -> pod.label(label.getKey(), pod.from()).equals(Optional.of(label.getValue())));
    }
}
