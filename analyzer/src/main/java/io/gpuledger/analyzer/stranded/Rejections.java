package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// Finds when a node rejected the pods that came to it for GPUs, although it said that it is ready: a GPU that the
/// kubelet still offers is gone, or the device plugin does not answer. Such a node draws pod after pod, as it always
/// has room.
///
/// It does so from its first rejection on, where another one follows within ten minutes. It does so no longer as soon
/// as a pod with GPUs begins there that was not rejected, or the node starts anew; or, where neither is seen, an hour
/// after the last rejection.
public final class Rejections {
    private static final long TOGETHER_MILLIS = Duration.ofMinutes(10).toMillis();
    private static final long STANDS_MILLIS = Duration.ofHours(1).toMillis();

    private Rejections() {}

    /// Returns when a node rejected pods, by what is known of the node and its pods.
    ///
    /// @param pods that were on the node
    public static List<Span> of(Collection<Pod> pods, Timeline<NodeState> states) {
        var rejected = new ArrayList<Long>();
        var good = new TreeSet<Long>(boots(states));
        for (var pod : pods) {
            if (isOfGpus(pod)) {
                if (pod.isRejected()) {
                    rejected.add(pod.from());
                } else if (hasBegun(pod.phase(), pod.eviction())) {
                    good.add(pod.from());
                }
            }
        }
        return of(rejected, good);
    }

    /// Returns when a node rejected pods.
    ///
    /// @param rejected when each pod was rejected, in any order
    /// @param good when pods with GPUs began that were not, and when the node started anew
    public static List<Span> of(Collection<Long> rejected, NavigableSet<Long> good) {
        var all = rejected.stream().sorted().toList();
        var spans = new ArrayList<Span>();
        for (var i = 0; i < all.size(); i++) {
            var at = all.get(i);
            var isFollowed = i + 1 < all.size() && all.get(i + 1) - at <= TOGETHER_MILLIS;
            var follows = i > 0 && at - all.get(i - 1) <= TOGETHER_MILLIS;
            if (isFollowed || follows) {
                var until = Optional.ofNullable(good.higher(at)).orElse(Long.MAX_VALUE);
                spans.add(new Span(at, Math.min(at + STANDS_MILLIS, until)));
            }
        }
        return Span.union(spans);
    }

    private static boolean isOfGpus(Pod pod) {
        return pod.requests().entrySet().stream().anyMatch(one -> Resource.isGpu(one.getKey()) && one.getValue() > 0);
    }

    /// Says whether a pod that was not rejected ever ran on its node.
    ///
    /// @param eviction why it was taken from the node, in one word
    public static boolean hasBegun(String phase, Optional<String> eviction) {
        return switch (phase) {
            case "Running", "Succeeded" -> true;
            default -> eviction.isPresent();
        };
    }

    private static List<Long> boots(Timeline<NodeState> states) {
        var boots = new ArrayList<Long>();
        var before = Optional.<String>empty();
        for (var change : states.changes()) {
            var id = change.value().flatMap(NodeState::bootId);
            if (before.isPresent() && id.isPresent() && !id.equals(before)) {
                boots.add(change.since());
            }
            before = id.isPresent() ? id : before;
        }
        return boots;
    }
}
