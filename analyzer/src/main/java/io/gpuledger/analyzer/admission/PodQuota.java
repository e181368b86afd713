package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Refusal.Exceeded;
import io.gpuledger.analyzer.admission.Refusal.Unsaid;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.PodResources;
import io.gpuledger.analyzer.cluster.PodResources.Container;
import io.gpuledger.analyzer.fit.spec.NewPod;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// A ResourceQuota of a namespace, as the API server holds a pod that is to be made against it: what is used and
/// what the pod needs together must not be more than the quota, and of a quota over cores or memory each container
/// has to say how much it needs. A pod that would stand against nothing of it is none of its business.
record PodQuota(Fact fact) {
    private static final String REQUESTS = "requests.";
    private static final String LIMITS = "limits.";
    private static final Set<String> TO_BE_SAID =
            Set.of("cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory");
    private static final Set<String> OF_HOSTS = Set.of("cpu", "memory", "ephemeral-storage");

    /// Says whether it is about such pods: not where nobody tells which pods it is about.
    boolean isAbout(NewPod pod, boolean isBestEffort) {
        return fact.text(Attribute.SCOPES)
                .filter(text -> text.isEmpty()
                        || List.of(text.split("; ")).stream().allMatch(scope -> isIn(scope, pod, isBestEffort)))
                .isPresent();
    }

    private static boolean isIn(String scope, NewPod pod, boolean isBestEffort) {
        return switch (scope) {
            case "Terminating" -> pod.isTerminating();
            case "NotTerminating" -> !pod.isTerminating();
            case "BestEffort" -> isBestEffort;
            case "NotBestEffort" -> !isBestEffort;
            case "CrossNamespacePodAffinity" -> pod.namesOtherNamespaces();
            case "PriorityClass", "PriorityClass Exists" -> pod.priorityClass().isPresent();
            case "PriorityClass DoesNotExist" -> pod.priorityClass().isEmpty();
            default -> isOfClass(scope, pod);
        };
    }

    private static boolean isOfClass(String scope, NewPod pod) {
        var words = scope.split(" ", 3);
        if (words.length < 3 || !words[0].equals("PriorityClass")) {
            return false;
        }
        var isNamed = pod.priorityClass()
                .filter(List.of(words[2].split(","))::contains)
                .isPresent();
        return words[1].equals("In") == isNamed;
    }

    List<Refusal> against(PodResources pod) {
        var found = new ArrayList<Refusal>(unsaid(pod));
        var hard = fact.amounts(Attribute.HARD);
        var used = fact.amounts(Attribute.USED);
        limited(pod, hard, used).forEach((resource, asked) -> {
            if (left(resource, hard, used) < asked) {
                found.add(new Exceeded(
                        fact.name(),
                        resource,
                        asked,
                        used.getOrDefault(resource, 0L),
                        hard.getOrDefault(resource, 0L)));
            }
        });
        return found;
    }

    /// Returns how many such pods it has room for; nothing where they would stand against nothing of it.
    OptionalLong room(PodResources pod) {
        var hard = fact.amounts(Attribute.HARD);
        var used = fact.amounts(Attribute.USED);
        return limited(pod, hard, used).entrySet().stream()
                .mapToLong(one -> left(one.getKey(), hard, used) / one.getValue())
                .min();
    }

    /// Returns what a pod needs of that of which it is told how much there may be and how much is used.
    private static SortedMap<String, Long> limited(
            PodResources pod, SortedMap<String, Long> hard, SortedMap<String, Long> used) {
        var limited = used(pod);
        limited.values().removeIf(amount -> amount <= 0);
        limited.keySet().retainAll(hard.keySet());
        limited.keySet().retainAll(used.keySet());
        return limited;
    }

    private static long left(String resource, SortedMap<String, Long> hard, SortedMap<String, Long> used) {
        return Math.max(0, hard.getOrDefault(resource, 0L) - used.getOrDefault(resource, 0L));
    }

    private List<Refusal> unsaid(PodResources pod) {
        var silent = new TreeMap<String, List<String>>();
        for (var required : fact.under(Attribute.HARD).keySet()) {
            if (TO_BE_SAID.contains(required)) {
                for (var container : pod.containers()) {
                    if (!used(container.requests(), container.limits()).containsKey(required)) {
                        silent.computeIfAbsent(required, _ -> new ArrayList<>()).add(container.name());
                    }
                }
            }
        }
        return silent.entrySet().stream()
                .<Refusal>map(one -> new Unsaid(fact.name(), one.getKey(), one.getValue()))
                .toList();
    }

    /// Returns what a pod stands for, in the words of quotas.
    private static SortedMap<String, Long> used(PodResources pod) {
        var limits = new TreeMap<>(pod.together(Container::limits));
        pod.overhead().forEach((resource, more) -> limits.computeIfPresent(resource, (_, amount) -> amount + more));
        var used = used(pod.requests(), limits);
        used.put("pods", 1L);
        used.put("count/pods", 1L);
        return used;
    }

    private static SortedMap<String, Long> used(SortedMap<String, Long> requests, SortedMap<String, Long> limits) {
        var used = new TreeMap<String, Long>();
        requests.forEach((resource, amount) -> {
            if (OF_HOSTS.contains(resource) || resource.startsWith("hugepages-")) {
                used.put(resource, amount);
                used.put(REQUESTS + resource, amount);
            } else if (resource.contains("/")) {
                used.put(REQUESTS + resource, amount);
            }
        });
        limits.forEach((resource, amount) -> {
            if (OF_HOSTS.contains(resource)) {
                used.put(LIMITS + resource, amount);
            }
        });
        return used;
    }
}
