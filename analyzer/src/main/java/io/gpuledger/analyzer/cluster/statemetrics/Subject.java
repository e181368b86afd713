package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
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
/// Of pods only those are kept that ask for GPUs, and of controllers those that stand above one of them: the others are
/// remembered, as it may be told later that they are such, and not passed on.
final class Subject {
    private final ObjectId id;
    private final Known presence;
    private final List<Known> attributes = new ArrayList<>(4);
    private boolean isKept;
    private long passedMillis = Long.MIN_VALUE;
    private long wholeMillis = Long.MIN_VALUE;
    /// When it last came to have fewer attributes.
    private long endedHeard;

    Subject(ObjectId id, long millis, Pulse pulse) {
        this.id = id;
        this.presence = new Known(Attribute.PRESENT, "true", millis, pulse);
        this.endedHeard = pulse.heard();
        this.isKept = id.kind() != Kind.POD && id.kind() != Kind.CONTROLLER;
    }

    ObjectId id() {
        return id;
    }

    Known presence() {
        return presence;
    }

    List<Known> attributes() {
        return attributes;
    }

    boolean isKept() {
        return isKept;
    }

    void keep() {
        isKept = true;
    }

    Optional<Known> find(String attribute) {
        // They are few.
        for (var known : attributes) {
            if (known.name().equals(attribute)) {
                return Optional.of(known);
            }
        }
        return Optional.empty();
    }

    Known add(Known attribute) {
        attributes.add(attribute);
        return attribute;
    }

    /// @param heard by the clock of its origin
    void remove(List<Known> over, long heard) {
        if (!over.isEmpty()) {
            attributes.removeAll(over);
            endedHeard = heard;
        }
    }

    /// The next one up, in the same namespace.
    Optional<ObjectId> owner() {
        return find(Attribute.OWNER)
                .map(owner -> ObjectId.named(id.cluster(), Kind.CONTROLLER, id.namespace(), owner.value()));
    }

    /// Whether an attribute makes a pod one that asks for GPUs.
    static boolean asksForGpus(String attribute, String value) {
        if (!attribute.startsWith(Attribute.REQUEST) || value.equals("0")) {
            return false;
        }
        var point = attribute.indexOf('.', Attribute.REQUEST.length());
        return Resource.isGpu(attribute.substring(point + 1));
    }

    /// Of what instant was last told.
    long passedMillis() {
        return passedMillis;
    }

    void passed(long millis) {
        passedMillis = Math.max(passedMillis, millis);
    }

    /// Whether all of it was passed on together.
    boolean wasWhole() {
        return wholeMillis != Long.MIN_VALUE;
    }

    long wholeMillis() {
        return wholeMillis;
    }

    void passedWhole(long millis) {
        wholeMillis = millis;
    }

    long endedHeard() {
        return endedHeard;
    }

    void unpass() {
        presence.unpass();
        attributes.forEach(Known::unpass);
        passedMillis = Long.MIN_VALUE;
        wholeMillis = Long.MIN_VALUE;
    }

    /// All that it is, where there is an instant of which all of it was said: that.
    Optional<Long> wholeAt() {
        var said = presence.said();
        var since = presence.since();
        for (var known : attributes) {
            said = Math.min(said, known.said());
            since = Math.max(since, known.since());
        }
        return since <= said
                        && attributes.stream().allMatch(known -> known.missing().isEmpty())
                ? Optional.of(said)
                : Optional.empty();
    }

    SortedMap<String, String> all() {
        var all = new TreeMap<String, String>();
        attributes.forEach(known -> all.put(known.name(), known.value()));
        return all;
    }
}
