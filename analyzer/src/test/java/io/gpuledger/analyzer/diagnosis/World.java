package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Fact;
import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.telemetry.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A small cluster as a test tells it: its nodes, who waits, and what queues, groups and autoscalers say.
final class World {
    static final Instant NOW = Instant.parse("2026-03-03T09:00:00Z");
    private static final long TWO_MINUTES = 120_000;

    private final List<Place> places = new ArrayList<>();
    private final List<Waiting> pods = new ArrayList<>();
    private final Map<Kind, List<Fact>> facts = new EnumMap<>(Kind.class);
    private final Map<GroupName, Long> placed = new HashMap<>();

    World node(Place... some) {
        places.addAll(List.of(some));
        return this;
    }

    World pods(Waiting... some) {
        pods.addAll(List.of(some));
        return this;
    }

    /// So many pods of a group have been put on nodes.
    World placed(String group, long number) {
        placed.put(GroupName.of(Waiting.NAMESPACE, group).orElseThrow(), number);
        return this;
    }

    /// An object is so since two minutes ago.
    ///
    /// @param said each an attribute, a space, and its value
    World told(Kind kind, String name, String... said) {
        var attributes = new TreeMap<String, String>();
        var since = new HashMap<String, Long>();
        Stream.of(said).map(one -> one.split(" ", 2)).forEach(words -> {
            attributes.put(words[0], words[1]);
            since.put(words[0], NOW.toEpochMilli() - TWO_MINUTES);
        });
        facts.computeIfAbsent(kind, _ -> new ArrayList<>())
                .add(new Fact(isNamespaced(kind) ? Waiting.NAMESPACE : "", name, attributes, since));
        return this;
    }

    private static boolean isNamespaced(Kind kind) {
        return switch (kind) {
            case CLUSTER_QUEUE, VOLCANO_QUEUE, KAI_QUEUE, NODE_CLAIM -> false;
            default -> true;
        };
    }

    /// The cluster autoscaler has said something of a pod.
    World autoscaler(String pod, int minutesAgo, String phase, String message) {
        return told(
                Kind.SCALE_UP,
                "event-%d-%s".formatted(minutesAgo, pod),
                Attribute.POD + " uid-of-" + pod,
                Attribute.PHASE + " " + phase,
                Attribute.MESSAGE + phase + " " + message,
                Attribute.CREATED + " " + NOW.minusSeconds(60L * minutesAgo));
    }

    /// Returns what is said of the pod that was named first.
    Verdict verdict() {
        return verdicts().getFirst();
    }

    List<Verdict> verdicts() {
        return new Backlog(
                        pods.stream().map(Waiting::pod).toList(),
                        new Places(places, Surroundings.NONE),
                        _ -> Optional.empty(),
                        new Facts(NOW.toEpochMilli(), facts, placed))
                .verdicts();
    }
}
