package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.fit.Diagnosis;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What a scheduler says of a pod: that it fits, or why it does not, and of how many nodes.
///
/// @param words the sentences, each with the number of nodes that it is said of; of all, where it is said
///     without a number
record Verdict(boolean fits, SortedMap<String, Integer> words) {
    private static final Pattern MESSAGE =
            Pattern.compile("0/(\\d+) nodes are available: (.*?)\\.?(?: preemption: .*)?", Pattern.DOTALL);
    private static final Pattern COUNTED = Pattern.compile("(\\d+) (.*)", Pattern.DOTALL);
    private static final Pattern TAINT = Pattern.compile("had untolerated taint \\{.*}");

    static final Verdict FITS = new Verdict(true, new TreeMap<>());

    static Verdict of(Diagnosis diagnosis) {
        return diagnosis.fits() ? FITS : new Verdict(false, diagnosis.schedulersWords());
    }

    /// Returns what the scheduler has said of a pod by now.
    static Optional<Verdict> of(JsonNode pod, int nodes) {
        if (pod.at("/spec/nodeName").isTextual()) {
            return Optional.of(FITS);
        }
        for (var condition : pod.at("/status/conditions")) {
            if (condition.path("type").asText().equals("PodScheduled")) {
                return Optional.of(
                        new Verdict(false, words(condition.path("message").asText(), nodes)));
            }
        }
        return Optional.empty();
    }

    static SortedMap<String, Integer> words(String message, int nodes) {
        var words = new TreeMap<String, Integer>();
        var matcher = MESSAGE.matcher(message);
        if (!matcher.matches()) {
            words.put(message, nodes);
            return words;
        }
        for (var part : matcher.group(2).split(", (?=\\d+ )", -1)) {
            var counted = COUNTED.matcher(part);
            if (counted.matches()) {
                words.merge(counted.group(2), Integer.parseInt(counted.group(1)), Integer::sum);
            } else {
                words.put(part, Integer.parseInt(matcher.group(1)));
            }
        }
        return words;
    }

    /// Returns it without saying which of several taints the scheduler named first.
    Verdict withoutTaints() {
        var plain = new TreeMap<String, Integer>();
        words.forEach((sentence, nodes) ->
                plain.merge(TAINT.matcher(sentence).replaceAll("had an untolerated taint"), nodes, Integer::sum));
        return new Verdict(fits, plain);
    }

    boolean isSaidBySameWords(Verdict other) {
        return fits == other.fits && words.keySet().equals(other.words.keySet());
    }

    @Override
    public String toString() {
        return fits ? "fits" : Map.copyOf(words).toString();
    }
}
