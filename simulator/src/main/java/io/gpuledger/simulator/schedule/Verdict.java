package io.gpuledger.simulator.schedule;

import io.gpuledger.simulator.schedule.Slot.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What is against a pod at an instant.
///
/// @param message of the pod's condition `PodScheduled`
public record Verdict(Reason reason, String message) {
    static final String GATED = "Scheduling is blocked due to non-empty scheduling gates";

    private static final String NO_VICTIMS = "No preemption victims found for incoming pod";
    private static final String NO_HELP = "Preemption is not helpful for scheduling";

    /// Returns the words of kube-scheduler 1.32: how many nodes have what against the pod, and that nobody of lower
    /// priority is in its way.
    static String message(List<Refusal> refusals) {
        Map<String, Integer> reasons = new HashMap<>();
        Map<String, Integer> preemption = new HashMap<>();
        for (var refusal : refusals) {
            refusal.words().forEach(word -> reasons.merge(word, 1, Integer::sum));
            preemption.merge(refusal.helps() ? NO_VICTIMS : NO_HELP, 1, Integer::sum);
        }
        var none = "0/%d nodes are available: ".formatted(refusals.size());
        return none + histogram(reasons) + " preemption: " + none + histogram(preemption);
    }

    /// In the order of the words, of which each begins with its number.
    private static String histogram(Map<String, Integer> reasons) {
        return reasons.entrySet().stream()
                .map(reason -> reason.getValue() + " " + reason.getKey())
                .sorted()
                .collect(Collectors.joining(", ", "", "."));
    }
}
