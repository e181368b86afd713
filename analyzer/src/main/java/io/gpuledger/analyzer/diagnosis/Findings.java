package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.Diagnosis;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import io.gpuledger.analyzer.fit.Reason;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Finds what is against the nodes, reason by reason, and which of these would have to go. A cluster may have
/// thousands of taints: only so many are told, those first that stand on the most nodes.
final class Findings {
    private static final int FINDINGS_MAX = 20;
    private static final int REMEDIES_MAX = 8;

    private record Counted(Reason reason, int nodes, String nearest) {
        /// Of those that are alike, the first that was met stands for all.
        Counted with(int more) {
            return new Counted(reason, nodes + more, nearest);
        }
    }

    private Findings() {}

    static List<Finding> of(Diagnosis diagnosis) {
        var counted = new LinkedHashMap<Object, Counted>();
        for (var group : diagnosis.groups()) {
            things(group).forEach((thing, reason) -> count(counted, thing, reason, group));
        }
        return counted.values().stream()
                .sorted(Comparator.comparingInt(Counted::nodes).reversed())
                .limit(FINDINGS_MAX)
                .map(one -> new Finding(
                        Blocker.of(one.reason()), ReasonWords.matter(one.reason()), one.nodes(), one.nearest()))
                .toList();
    }

    /// Returns the changes of which any alone would do. One that only others can make by leaving comes last.
    static List<Remedy> remedies(Diagnosis diagnosis) {
        var counted = new LinkedHashMap<Object, Counted>();
        for (var group : diagnosis.groups()) {
            var things = things(group);
            if (things.size() == 1) {
                things.forEach((thing, reason) -> count(counted, thing, reason, group));
            }
        }
        return counted.values().stream()
                .filter(Predicate.not(one -> asksForNothing(one.reason())))
                .map(one -> new Remedy(
                        Blocker.of(one.reason()), ReasonWords.change(one.reason()), one.nodes(), one.nearest()))
                .sorted(Comparator.comparing((Remedy one) -> one.blocker() == Blocker.CAPACITY)
                        .thenComparing(Comparator.comparingInt(Remedy::nodes).reversed()))
                .limit(REMEDIES_MAX)
                .toList();
    }

    /// To ask for nothing of what it came for is no remedy; nor is what nobody knows.
    private static boolean asksForNothing(Reason reason) {
        return switch (reason) {
            case Reason.Lacking lacking -> lacking.isForGood() && lacking.free() <= 0;
            case DeviceReason.Lacking lacking -> lacking.few().ofClass() == 0;
            case DeviceReason.Unclear _ -> true;
            default -> false;
        };
    }

    private static void count(Map<Object, Counted> counted, Object thing, Reason reason, Group group) {
        var known = counted.get(thing);
        counted.put(
                thing, known == null ? new Counted(reason, group.nodes(), group.nearest()) : known.with(group.nodes()));
    }

    /// Returns the reasons of a group, each once: a cordon has a taint too, and is one thing.
    private static Map<Object, Reason> things(Group group) {
        var things = new LinkedHashMap<Object, Reason>();
        group.reasons()
                .forEach(reason -> things.putIfAbsent(
                        Blocker.of(reason) == Blocker.CORDON ? Blocker.CORDON : reason.gist(), reason));
        return things;
    }
}
