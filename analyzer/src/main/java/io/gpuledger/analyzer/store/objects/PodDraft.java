package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.cluster.Pod;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.time.Timeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A pod in the making: its attributes as they were last told, and those that are lists of words over time.
final class PodDraft {
    private final int id;
    private final ObjectId object;
    private final long firstSeen;
    private final Optional<Long> gone;
    private final SortedMap<String, String> attributes = new TreeMap<>();
    private final Map<Long, Optional<SortedMap<String, String>>> labels = new HashMap<>();
    private final Map<Long, Optional<SortedMap<String, String>>> annotations = new HashMap<>();

    /// @param gone since when it is not there, in milliseconds since 1970
    PodDraft(int id, ObjectId object, long firstSeen, Optional<Long> gone) {
        this.id = id;
        this.object = object;
        this.firstSeen = firstSeen;
        this.gone = gone;
    }

    int id() {
        return id;
    }

    String namespace() {
        return object.namespace();
    }

    /// Puts in a value. It is later than what was put in before of the same name.
    void put(String attribute, long millis, Optional<String> value) {
        value.ifPresentOrElse(said -> attributes.put(attribute, said), () -> attributes.remove(attribute));
        switch (attribute) {
            case Attribute.LABELS -> labels.put(millis, value.map(Pairs::of));
            case Attribute.ANNOTATIONS -> annotations.put(millis, value.map(Pairs::of));
            default -> {}
        }
    }

    Optional<String> find(String attribute) {
        return Optional.ofNullable(attributes.get(attribute));
    }

    SortedMap<String, String> labels() {
        return Pairs.of(attributes.getOrDefault(Attribute.LABELS, ""));
    }

    boolean livesWithin(long since, long until) {
        return from() < until && to().orElse(Long.MAX_VALUE) > since;
    }

    private long made() {
        return instant(Attribute.CREATED).orElse(firstSeen);
    }

    private long from() {
        return instant(Attribute.STARTED).orElseGet(this::made);
    }

    private OptionalLong to() {
        var finished = instant(Attribute.FINISHED);
        return finished.or(() -> gone).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private Optional<Long> instant(String attribute) {
        return find(attribute).flatMap(Instants::millis);
    }

    /// @param owners of its chain, the nearest first
    Pod pod(List<String> owners, Optional<Workload> workload) {
        return new Pod(
                object.uid(),
                object.namespace(),
                object.name(),
                find(Attribute.NODE),
                made(),
                from(),
                to(),
                owners,
                workload,
                Timeline.of(labels),
                Timeline.of(annotations),
                requests(),
                find(Attribute.PHASE).orElse("Unknown"),
                priority(),
                find(Attribute.EVICTION));
    }

    private SortedMap<String, Long> requests() {
        var requests = new TreeMap<String, Long>();
        NodeStates.under(attributes, Attribute.REQUEST).forEach((what, text) -> {
            var resource = what.substring(what.indexOf('.') + 1);
            Resource.amount(resource, text).ifPresent(amount -> requests.merge(resource, amount, Long::sum));
        });
        return requests;
    }

    private OptionalLong priority() {
        return find(Attribute.PRIORITY)
                .map(text -> Resource.amount(Attribute.PRIORITY, text))
                .orElse(OptionalLong.empty());
    }
}
