package io.gpuledger.analyzer.health;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A node of which GPUs differ in a trait from those that they should be like.
///
/// - GPUs of one model on one node should be alike, as a job on all of them goes by the odd one. Where they
///   differ, that is a warning.
/// - Nodes of one pool that have GPUs of one model should be alike. Of at least four nodes more than two thirds have to
///   have one value for it to be the usual one: while half of a pool has the next driver already, none is odd. A canary
///   is meant to be so: a node that is odd in its pool is there for whoever looks.
///
/// @param words what is odd, in words with numbers
public record Skew(Trait trait, Severity severity, String words) {
    private static final int LEAST_NODES = 4;
    private static final int GPUS_NAMED = 4;

    private record OfModel(OfNode node, Optional<String> model) {}

    private record Pool(String cluster, Optional<String> name, Optional<String> model) {}

    /// Returns what is odd of each node of a fleet, where anything is.
    ///
    /// @param pools of nodes, where one is named; all others of a cluster are one pool
    public static Map<OfNode, List<Skew>> of(Collection<GpuTraits> fleet, Map<OfNode, String> pools) {
        Map<OfNode, List<Skew>> skews = new HashMap<>();
        for (var trait : Trait.ALIKE) {
            of(trait, fleet, pools)
                    .forEach((node, skew) ->
                            skews.computeIfAbsent(node, _ -> new ArrayList<>()).add(skew));
        }
        return skews;
    }

    private static Map<OfNode, Skew> of(Trait trait, Collection<GpuTraits> fleet, Map<OfNode, String> pools) {
        Map<OfNode, Skew> found = new HashMap<>();
        Map<Pool, Map<OfNode, String>> inPools = new HashMap<>();
        values(trait, fleet).forEach((whose, gpus) -> {
            var usual = mostFrequent(gpus.values());
            var pool = Optional.ofNullable(pools.get(whose.node()));
            inPools.computeIfAbsent(new Pool(whose.node().cluster(), pool, whose.model()), _ -> new HashMap<>())
                    .put(whose.node(), usual);
            if (gpus.values().stream().anyMatch(value -> !value.equals(usual))) {
                found.put(whose.node(), new Skew(trait, Severity.WARNING, amongGpus(trait, gpus, usual)));
            }
        });
        inPools.forEach((pool, nodes) -> amongNodes(trait, pool, nodes).forEach(found::putIfAbsent));
        return found;
    }

    /// Returns the value of each GPU of which it is told, by its UUID.
    private static Map<OfModel, Map<String, String>> values(Trait trait, Collection<GpuTraits> fleet) {
        Map<OfModel, Map<String, String>> values = new HashMap<>();
        for (var gpu : fleet) {
            Optional.ofNullable(gpu.traits().get(trait)).ifPresent(value -> {
                var node = new OfNode(gpu.gpu().cluster(), gpu.node());
                values.computeIfAbsent(new OfModel(node, gpu.model()), _ -> new TreeMap<>())
                        .put(gpu.gpu().gpu(), value);
            });
        }
        return values;
    }

    private static String amongGpus(Trait trait, Map<String, String> gpus, String usual) {
        var odd = gpus.entrySet().stream()
                .filter(gpu -> !gpu.getValue().equals(usual))
                .toList();
        var named = odd.stream()
                .limit(GPUS_NAMED)
                .map(gpu -> "%s has %s".formatted(gpu.getKey(), written(trait, gpu.getValue())))
                .collect(Collectors.joining(", "));
        return "%d of its %d GPUs differ from the others in the %s, which is %s there: %s%s"
                .formatted(
                        odd.size(),
                        gpus.size(),
                        trait.title(),
                        written(trait, usual),
                        named,
                        odd.size() > GPUS_NAMED ? " …" : "");
    }

    private static Map<OfNode, Skew> amongNodes(Trait trait, Pool pool, Map<OfNode, String> nodes) {
        var usual = mostFrequent(nodes.values());
        var alike = nodes.values().stream().filter(usual::equals).count();
        Map<OfNode, Skew> found = new HashMap<>();
        if (nodes.size() >= LEAST_NODES && 3 * alike > 2L * nodes.size()) {
            nodes.forEach((node, value) -> {
                if (!value.equals(usual)) {
                    found.put(
                            node,
                            new Skew(
                                    trait,
                                    Severity.INFO,
                                    "the %s is %s, and %s on %d of the %d nodes%s with %s"
                                            .formatted(
                                                    trait.title(),
                                                    written(trait, value),
                                                    written(trait, usual),
                                                    alike,
                                                    nodes.size(),
                                                    pool.name()
                                                            .map(" of "::concat)
                                                            .orElse(""),
                                                    pool.model().orElse("GPUs"))));
                }
            });
        }
        return found;
    }

    private static String written(Trait trait, String value) {
        return switch (trait) {
            case POWER_LIMIT -> value + " W";
            case CLOCK_MAX -> value + " MHz";
            case DRIVER, CUDA, VBIOS, ECC, SRAM, FABRIC_STATE, FABRIC_HEALTH -> value;
        };
    }

    /// Of several that are as frequent it is the greatest, which mostly is the newest.
    private static String mostFrequent(Collection<String> values) {
        return values.stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
                .entrySet()
                .stream()
                .max(Entry.<String, Long>comparingByValue(Comparator.naturalOrder())
                        .thenComparing(Entry.comparingByKey()))
                .map(Entry::getKey)
                .orElseThrow();
    }
}
