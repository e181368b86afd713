package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.diagnosis.SchedulersWords;
import io.gpuledger.analyzer.fit.Diagnosis;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a scheduler says of a pod: that it fits, or why it does not, and of how many nodes.
///
/// @param words the sentences, each with the number of nodes that it is said of; of all, where it is said
///     without a number
record Verdict(boolean fits, SortedMap<String, Integer> words) {
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
        return SchedulersWords.of(message, nodes).reasons();
    }

    /// Returns it without saying which of several taints the scheduler named first.
    Verdict withoutTaints() {
        return new Verdict(fits, new SchedulersWords(words).withoutTaints().reasons());
    }

    boolean isSaidBySameWords(Verdict other) {
        return fits == other.fits && words.keySet().equals(other.words.keySet());
    }

    @Override
    public String toString() {
        return fits ? "fits" : Map.copyOf(words).toString();
    }
}
