package io.gpuledger.analyzer.fit.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.gpuledger.analyzer.diagnosis.SchedulersWords;
import io.gpuledger.analyzer.fit.DeviceBar;
import io.gpuledger.analyzer.fit.Diagnosis;
import io.gpuledger.analyzer.fit.PodReason;
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
    /// It cannot be told.
    static final Verdict UNKNOWN = new Verdict(false, new TreeMap<>(Map.of("unknown", 0)));
    /// The scheduler does not try a pod whose claims on devices are not there, and says nothing.
    static final Verdict SILENCE = new Verdict(false, new TreeMap<>(Map.of("silence", 0)));

    static Verdict of(Diagnosis diagnosis) {
        if (diagnosis.barred().stream().limit(1).anyMatch(Verdict::isSilent)) {
            return SILENCE;
        }
        if (diagnosis.barred().stream().allMatch(PodReason::isFoundLast)
                && diagnosis.failed().isEmpty()
                && diagnosis.unclear().isPresent()) {
            return UNKNOWN;
        }
        return diagnosis.fits() ? FITS : new Verdict(false, diagnosis.schedulersWords());
    }

    private static boolean isSilent(PodReason reason) {
        return reason instanceof DeviceBar.Missing
                || reason instanceof DeviceBar.NotMade
                || reason instanceof DeviceBar.Leaving;
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
