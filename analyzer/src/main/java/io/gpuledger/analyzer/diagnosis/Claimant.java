package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.PodReason;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Partial;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/// A pod that waits, and how much of what it asks for is not set against free GPUs yet.
final class Claimant {
    /// Of several things against a pod on a node, the first of these that is there: what follows from the kind of the
    /// node lasts, and what is taken on it passes.
    private static final List<Blocker> ORDER = List.of(
            Blocker.SKU,
            Blocker.SELECTOR,
            Blocker.TAINT,
            Blocker.CORDON,
            Blocker.VOLUME,
            Blocker.TOPOLOGY,
            Blocker.FRAGMENTATION,
            Blocker.HOST_CPU,
            Blocker.HOST_MEMORY,
            Blocker.HOST_OTHER);

    /// Who is not known to be kept by anything is set against what others leave.
    private static final int LAST = 100;

    /// What is left of a pod that got all it asks for, as thirds and sevenths do not add up to one exactly.
    private static final double NOTHING = 1e-9;

    private final Verdict verdict;
    private final SortedMap<String, Double> gpus;
    private final Optional<Ask> ask;
    private final int before;
    private final Places places;
    private final double wanted;
    private double fraction = 1;

    /// @param part says how much of a GPU one of a resource is, at most
    Claimant(Verdict verdict, Places places, ToDoubleFunction<String> part) {
        this.verdict = verdict;
        this.places = places;
        this.gpus = gpus(verdict.pod());
        this.ask = ask(verdict.pod());
        this.before = before(verdict, places);
        this.wanted = gpus.entrySet().stream()
                .mapToDouble(each -> each.getValue() * part.applyAsDouble(each.getKey()))
                .sum();
    }

    private static SortedMap<String, Double> gpus(WaitingPod pod) {
        var gpus = new TreeMap<String, Double>();
        pod.requests().forEach((resource, amount) -> {
            if (Resource.isGpu(resource) && amount.compareTo(BigDecimal.ZERO) > 0) {
                gpus.put(resource, amount.doubleValue());
            }
        });
        return gpus;
    }

    private static Optional<Ask> ask(WaitingPod pod) {
        return switch (pod.need()) {
            case Known(var ask) -> Optional.of(ask);
            case Partial one -> Optional.of(one.ask());
            case Unknown _ -> Optional.empty();
        };
    }

    /// Returns how much is against the pod whatever the node is. Who would fit on a node, and is kept all the same, is
    /// kept by one thing at least: a queue or a group, of which no rule for nodes says anything.
    private static int before(Verdict verdict, Places places) {
        var pod = verdict.pod();
        var isKept = verdict.fitting() > 0 && verdict.blocker() != Blocker.NONE;
        return switch (pod.need()) {
            case Known(var ask) -> Math.max(places.diagnose(ask).barred().size(), isKept ? 1 : 0);
            case Partial _ -> pod.gates().size() + 1;
            case Unknown _ -> LAST;
        };
    }

    Verdict verdict() {
        return verdict;
    }

    /// Returns how many GPUs it asks for, each instance as its part of one.
    double wanted() {
        return wanted;
    }

    /// Returns the resources by which it asks for GPUs.
    Set<String> resources() {
        return gpus.keySet();
    }

    boolean isServed() {
        return fraction < NOTHING || gpus.isEmpty();
    }

    /// Returns for each node how much is against the pod there, and against giving it any GPU of the node.
    int[] against() {
        return ask.map(places::against).orElseGet(() -> new int[places.all().size()]);
    }

    /// Returns how much more is against giving it GPUs of a resource than against the node that they are on.
    int against(String resource) {
        return before + (gpus.containsKey(resource) ? 0 : 1);
    }

    /// Takes of these GPUs what the pod still asks for, and returns how many.
    double take(FreeUnits units) {
        var all = gpus.containsKey(units.resource()) ? gpus.get(units.resource()) * units.part() : wanted;
        var taken = Math.min(units.left(), fraction * all);
        fraction = taken < units.left() ? 0 : fraction - taken / all;
        units.take(taken);
        return taken;
    }

    /// Returns what stands between the pod and these GPUs.
    Blocker reason(FreeUnits units) {
        if (!gpus.containsKey(units.resource())) {
            return Blocker.SKU;
        }
        return ask.map(one -> places.reasons(one, units.place())).orElse(List.of()).stream()
                .filter(Predicate.not(PodReason.class::isInstance))
                .map(Blocker::of)
                .map(blocker -> blocker == Blocker.CAPACITY ? tooFew() : blocker)
                .min(Comparator.comparingInt(ORDER::indexOf))
                .orElse(verdict.blocker());
    }

    /// Where a node has GPUs free, and not as many as are asked for, there are some elsewhere, or nowhere.
    private Blocker tooFew() {
        return verdict.blocker() == Blocker.NEVER ? Blocker.NEVER : Blocker.FRAGMENTATION;
    }

    /// Returns the kind of GPUs that its labels ask for, or else the resources, as its spec has them.
    String inItsWords() {
        return ask.stream()
                .flatMap(one -> one.selector().entrySet().stream())
                .filter(label -> Blocker.isOfSku(label.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> String.join(" and ", gpus.keySet()));
    }

    /// Says for each node whether it is one that the pod's labels and names allow.
    boolean[] selected() {
        return ask.map(places::selected)
                .orElseGet(() -> new boolean[places.all().size()]);
    }
}
