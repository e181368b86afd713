package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Refusal.LimitBelowRequest;
import io.gpuledger.analyzer.admission.Refusal.NoPriorityClass;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.PodResources;
import io.gpuledger.analyzer.fit.spec.NewPod;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Stream;

/// What the API server would make of a pod: it fills in what the LimitRanges of its namespace and its PriorityClass
/// say, and may refuse to make it. Where several LimitRanges have a default of the same resource, Kubernetes does
/// not say which one stands; here it is that which is first by its name.
///
/// @param resources of the pod as it would be made
/// @param refusals why it would not be made, if it would not
/// @param room how many such pods the quotas have room for; nothing where none is about them
public record Creation(PodResources resources, OptionalLong priority, List<Refusal> refusals, OptionalLong room) {
    public Creation {
        refusals = List.copyOf(refusals);
    }

    public static Creation of(Facts facts, String namespace, NewPod asked) {
        var ranges =
                named(facts, Kind.LIMIT_RANGE, namespace).map(LimitRange::new).toList();
        var completed = asked.resources();
        for (var range : ranges) {
            completed = range.completed(completed);
        }
        var pod = new NewPod(completed, asked.isTerminating(), className(facts, asked), asked.namesOtherNamespaces());
        var isBestEffort = isBestEffort(completed);
        var quotas = named(facts, Kind.RESOURCE_QUOTA, namespace)
                .map(PodQuota::new)
                .filter(quota -> quota.isAbout(pod, isBestEffort))
                .toList();
        var refusals = new ArrayList<Refusal>();
        asked.priorityClass()
                .filter(name -> isMissing(facts, name))
                .ifPresent(name -> refusals.add(new NoPriorityClass(name)));
        refusals.addAll(contradictions(asked.resources(), completed));
        for (var range : ranges) {
            refusals.addAll(range.against(completed));
        }
        var room = OptionalLong.empty();
        for (var quota : quotas) {
            refusals.addAll(quota.against(completed));
            room = least(room, quota.room(completed));
        }
        return new Creation(completed, priority(facts, pod), refusals, room);
    }

    private static Stream<Fact> named(Facts facts, Kind kind, String namespace) {
        return facts.all(kind).stream()
                .filter(fact -> fact.namespace().equals(namespace))
                .sorted(Comparator.comparing(Fact::name));
    }

    /// A pod that names no class is of the one that is the default, if there is one.
    private static Optional<String> className(Facts facts, NewPod asked) {
        return asked.priorityClass()
                .or(() -> facts.all(Kind.PRIORITY_CLASS).stream()
                        .filter(fact -> fact.text(Attribute.BY_DEFAULT).isPresent())
                        .map(Fact::name)
                        .findFirst());
    }

    private static OptionalLong priority(Facts facts, NewPod pod) {
        return pod.priorityClass()
                .flatMap(name -> facts.find(Kind.PRIORITY_CLASS, name))
                .map(fact -> fact.number(Attribute.VALUE))
                .orElse(OptionalLong.empty());
    }

    /// Each cluster has some, so that where none was told nobody tells of them.
    private static boolean isMissing(Facts facts, String name) {
        return !facts.all(Kind.PRIORITY_CLASS).isEmpty()
                && facts.find(Kind.PRIORITY_CLASS, name).isEmpty();
    }

    private static boolean isBestEffort(PodResources pod) {
        return pod.containers().stream()
                .noneMatch(container -> isGuaranteed(container.requests()) || isGuaranteed(container.limits()));
    }

    private static boolean isGuaranteed(SortedMap<String, Long> amounts) {
        return amounts.getOrDefault("cpu", 0L) > 0 || amounts.getOrDefault("memory", 0L) > 0;
    }

    /// Returns where a container requests more than its limit.
    private static List<Refusal> contradictions(PodResources asked, PodResources completed) {
        var found = new ArrayList<Refusal>();
        for (var i = 0; i < completed.containers().size(); i++) {
            var own = asked.containers().get(i).limits();
            var container = completed.containers().get(i);
            container.requests().forEach((resource, request) -> {
                var limit = container.limits().getOrDefault(resource, request);
                if (limit < request) {
                    found.add(new LimitBelowRequest(
                            container.name(), resource, limit, request, !own.containsKey(resource)));
                }
            });
        }
        return found;
    }

    private static OptionalLong least(OptionalLong one, OptionalLong other) {
        return one.isEmpty()
                ? other
                : other.isEmpty() ? one : OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
    }
}
