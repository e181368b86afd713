package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.diagnosis.Verdict.Rank;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Who is before whom among the pods that wait in a cluster: those of the higher priority, and of the same
/// priority those that have been there for longer, as the scheduler takes them. Only those are in one queue
/// that want the same GPUs and that a scheduler looks at.
final class Queue {
    private static final int FIRST = 3;
    static final Comparator<WaitingPod> ORDER = Comparator.comparingLong(
                    (WaitingPod pod) -> -pod.priority().orElse(0))
            .thenComparingLong(WaitingPod::created)
            .thenComparing(WaitingPod::uid);

    private final Map<Set<String>, List<WaitingPod>> queues = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    Queue(List<WaitingPod> pods) {
        pods.stream().filter(pod -> pod.gates().isEmpty()).sorted(ORDER).forEach(pod -> {
            var queue = queues.computeIfAbsent(gpus(pod), _ -> new ArrayList<>());
            queue.add(pod);
            numbers.put(pod.uid(), queue.size());
        });
    }

    private static Set<String> gpus(WaitingPod pod) {
        return pod.requests().keySet().stream().filter(Resource::isGpu).collect(Collectors.toCollection(TreeSet::new));
    }

    Optional<Rank> of(WaitingPod pod) {
        return Optional.ofNullable(numbers.get(pod.uid())).map(number -> {
            var queue = queues.getOrDefault(gpus(pod), List.of());
            return new Rank(
                    number,
                    queue.size(),
                    queue.stream()
                            .limit(Math.min(FIRST, number - 1))
                            .map(WaitingPod::fullName)
                            .toList());
        });
    }
}
