package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds the pods that were interrupted within a time, and which failure of hardware took which of them.
///
/// A failure took a pod that it hit and that ended while the failure was there, or within ten minutes before or after,
/// and had not succeeded: whether something evicted it then, or it just ended. Of several failures the first
/// took it. Other pods were interrupted where [io.gpuledger.analyzer.interruption.Tally] counts them, so each pod
/// counts once.
public final class Breaks {
    private record Name(String cluster, String pod) {}

    private record Reach(int failure, String reason, Span span) {}

    private final Span window;
    private final Map<Name, List<Reach>> hit = new HashMap<>();
    private final List<Break> breaks = new ArrayList<>();

    /// @param failures those that began within the time, the first first
    public Breaks(Span window, List<Failure> failures) {
        this.window = window;
        for (var i = 0; i < failures.size(); i++) {
            var failure = failures.get(i);
            var reach = new Reach(i, failure.cause().word(), failure.reach(window.to()));
            failure.pods()
                    .forEach(pod -> hit.computeIfAbsent(new Name(failure.node().cluster(), pod), _ -> new ArrayList<>())
                            .add(reach));
        }
    }

    /// Adds a pod, whatever became of it.
    public void add(PodRun pod) {
        pod.broken(window).ifPresent(at -> {
            var by = reach(pod, at);
            if (by.isPresent() || pod.run().interruption().isPresent()) {
                var reason = by.map(Reach::reason).orElse("");
                breaks.add(
                        new Break(pod.cluster(), pod.pod(), at, pod.interrupted(at, reason), by.map(Reach::failure)));
            }
        });
    }

    private Optional<Reach> reach(PodRun pod, long at) {
        return hit.getOrDefault(new Name(pod.cluster(), pod.pod()), List.of()).stream()
                .filter(reach -> reach.span().contains(at))
                .findFirst();
    }

    public List<Break> all() {
        return List.copyOf(breaks);
    }
}
