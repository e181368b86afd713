package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.GpuSoftware;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// An object, as its origin tells of it.
///
/// Of pods only those are kept that ask for GPUs or were given parts of some, and those of GPU software, and of
/// controllers those that stand above one of the former: the others are remembered, as it may be told later that
/// they are such, and not passed on.
final class ObjectState {
    private final ObjectId id;
    private final AttributeState presence;
    private final List<AttributeState> attributes = new ArrayList<>(4);
    private boolean isKept;
    private boolean isSoftware;
    private long passedMillis = Long.MIN_VALUE;
    private long wholeMillis = Long.MIN_VALUE;
    /// When it last came to have fewer attributes.
    private long endedActive;

    ObjectState(ObjectId id, long millis, OriginClock clock) {
        this.id = id;
        this.presence = new AttributeState(Attribute.PRESENT, "true", millis, clock);
        this.endedActive = clock.active();
        this.isKept = id.kind() != Kind.POD && id.kind() != Kind.CONTROLLER;
    }

    /// Returns what it is called by whoever is told of it.
    ObjectId id() {
        return isSoftware ? ObjectId.gpuSoftware(id) : id;
    }

    AttributeState presence() {
        return presence;
    }

    /// Returns those that are passed on: of GPU software few matter.
    List<AttributeState> attributes() {
        return isSoftware
                ? attributes.stream()
                        .filter(attribute -> GpuSoftware.ATTRIBUTES.contains(attribute.name()))
                        .toList()
                : attributes;
    }

    boolean isKept() {
        return isKept;
    }

    void keep() {
        isKept = true;
        isSoftware = false;
    }

    boolean isSoftware() {
        return isSoftware;
    }

    /// Keeps a pod as one of GPU software, unless it asks for GPUs.
    void keepAsSoftware() {
        isSoftware |= !isKept;
        isKept = true;
    }

    Optional<AttributeState> find(String attribute) {
        // They are few.
        for (var state : attributes) {
            if (state.name().equals(attribute)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }

    AttributeState add(AttributeState attribute) {
        attributes.add(attribute);
        return attribute;
    }

    /// @param active by the clock of its origin
    void remove(List<AttributeState> over, long active) {
        if (!over.isEmpty()) {
            attributes.removeAll(over);
            endedActive = active;
        }
    }

    /// Returns the controller above this object, which is in the same namespace. That of GPU software is no workload.
    Optional<ObjectId> owner() {
        return find(Attribute.OWNER)
                .filter(_ -> !isSoftware)
                .map(owner -> ObjectId.named(id.cluster(), Kind.CONTROLLER, id.namespace(), owner.value()));
    }

    /// Returns whether an attribute makes a pod one that asks for GPUs.
    static boolean asksForGpus(String attribute, String value) {
        if (!attribute.startsWith(Attribute.REQUEST) || value.equals("0")) {
            return false;
        }
        var point = attribute.indexOf('.', Attribute.REQUEST.length());
        return Resource.isGpu(attribute.substring(point + 1));
    }

    /// Returns the latest instant of which something was passed on.
    long passedMillis() {
        return passedMillis;
    }

    void passed(long millis) {
        passedMillis = Math.max(passedMillis, millis);
    }

    /// Returns whether all of it was passed on together.
    boolean wasWhole() {
        return wholeMillis != Long.MIN_VALUE;
    }

    long wholeMillis() {
        return wholeMillis;
    }

    void passedWhole(long millis) {
        wholeMillis = millis;
    }

    long endedActive() {
        return endedActive;
    }

    void unpass() {
        presence.unpass();
        attributes.forEach(AttributeState::unpass);
        passedMillis = Long.MIN_VALUE;
        wholeMillis = Long.MIN_VALUE;
    }

    /// All that it is, where there is an instant of which all of it was said: that.
    Optional<Long> wholeAt() {
        var said = presence.said();
        var since = presence.since();
        for (var attribute : attributes()) {
            said = Math.min(said, attribute.said());
            since = Math.max(since, attribute.since());
        }
        return since <= said
                        && attributes().stream()
                                .allMatch(attribute -> attribute.missing().isEmpty())
                ? Optional.of(said)
                : Optional.empty();
    }

    SortedMap<String, String> all() {
        var all = new TreeMap<String, String>();
        attributes().forEach(attribute -> all.put(attribute.name(), attribute.value()));
        return all;
    }
}
