package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.GpuSoftware;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.cluster.PreferredOrigin.About;
import io.gpuledger.analyzer.cluster.SharedByKai;
import io.gpuledger.analyzer.cluster.statemetrics.SeriesMeaning.ValueForm;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What one origin tells of one cluster, or of the assignments in it. It says the same again each half minute;
/// passed on are changes, and what [Resync] adds. For one thread at a time.
final class OriginState {
    /// So many owners are remembered that nobody told of; most are of a kind that kube-state-metrics does not tell of.
    private static final int AWAITED_MAX = 50_000;

    private final String cluster;
    private final About about;
    private final String origin;
    private final PreferredOrigin preferred;
    private final OriginClock clock = new OriginClock();
    private final Map<ObjectId, ObjectState> objects = new HashMap<>();
    private final Set<ObjectState> changed = new LinkedHashSet<>();
    private final Set<ObjectId> awaited = new HashSet<>();
    private final EndedSeries endings;
    private final StatementDrafts drafts = new StatementDrafts();
    private final Resync resync;
    private long epoch;
    private boolean isPreferred;
    /// The instant that was told of last; the earliest that there can be, while none was.
    private long instantMillis = Long.MIN_VALUE;

    OriginState(String cluster, About about, String origin, EndRule ending, PreferredOrigin preferred) {
        this.cluster = cluster;
        this.about = about;
        this.origin = origin;
        this.preferred = preferred;
        this.endings = new EndedSeries(clock, drafts);
        this.resync = new Resync(cluster, ending, clock, drafts);
    }

    String origin() {
        return origin;
    }

    /// Before anything of an instant is told.
    ///
    /// @param ofEpoch another one after something was lost that had been passed on
    void beginInstant(long ofEpoch, long millis) {
        if (ofEpoch != epoch) {
            epoch = ofEpoch;
            passAllAgain();
        }
        if (millis == instantMillis) {
            return;
        }
        instantMillis = millis;
        clock.advance(millis);
        var before = isPreferred;
        isPreferred = preferred.accepts(cluster, about, origin, millis);
        if (isPreferred && !before) {
            passAllAgain();
        }
    }

    /// Whatever was passed on has to be passed on once more.
    private void passAllAgain() {
        objects.values().forEach(ObjectState::unpass);
        changed.clear();
        objects.values().stream().filter(ObjectState::isKept).forEach(changed::add);
        resync.begin();
    }

    /// Notes that the object is there.
    ObjectState present(ObjectId id, long millis) {
        var known = objects.get(id);
        var object = known == null ? add(id, millis) : known;
        var presence = object.presence();
        var _ = presence.update("true", millis, clock);
        if (!presence.isPassed() && object.isKept()) {
            changed.add(object);
        }
        return object;
    }

    private ObjectState add(ObjectId id, long millis) {
        var object = new ObjectState(id, millis, clock);
        objects.put(id, object);
        if (awaited.remove(id)) {
            object.keep();
        }
        return object;
    }

    void set(ObjectId id, String attribute, String value, long millis) {
        var object = present(id, millis);
        var found = object.find(attribute);
        if (found.isPresent()) {
            found.get().update(value, millis, clock).ifPresent(late -> setLate(object, attribute, late, millis));
        }
        var state = found.orElseGet(() -> object.add(new AttributeState(attribute, value, millis, clock)));
        if (!state.isPassed()) {
            keepWhatMatters(object, attribute, value, millis);
        }
    }

    /// What was just set is said to be so since an earlier instant.
    void date(ObjectId id, String attribute, String value, long since) {
        var object = Optional.ofNullable(objects.get(id));
        object.flatMap(known -> known.find(attribute)).ifPresent(state -> {
            if (state.date(value, since)) {
                object.filter(ObjectState::isKept).ifPresent(changed::add);
            }
        });
    }

    private void setLate(ObjectState object, String attribute, String value, long millis) {
        if (isPreferred && object.isKept()) {
            drafts.put(object.id(), millis, attribute, value);
        }
    }

    private void keepWhatMatters(ObjectState object, String attribute, String value, long millis) {
        if (object.id().kind() == Kind.POD || object.isSoftware()) {
            keepPod(object, attribute, value, millis);
        }
        if (object.isKept()) {
            changed.add(object);
            keepOwner(object);
        }
    }

    /// GPU software that asks for GPUs after all is a pod as others are.
    private void keepPod(ObjectState object, String attribute, String value, long millis) {
        if (ObjectState.asksForGpus(attribute, value)) {
            if (object.isSoftware()) {
                passedAsSoftware(object, millis);
            }
            object.keep();
        } else if (attribute.equals(Attribute.LABELS) && SharedByKai.isInGroup(value)) {
            object.keep();
        } else if (attribute.equals(Attribute.OWNER) && GpuSoftware.isMadeBy(value)) {
            object.keepAsSoftware();
        }
    }

    private void passedAsSoftware(ObjectState object, long millis) {
        if (object.presence().isPassed()) {
            drafts.add(new Gone(object.id(), millis));
            object.unpass();
        }
    }

    /// It may not have been told of yet: then it is known for what it is when it is.
    private void keepOwner(ObjectState object) {
        object.owner().ifPresent(owner -> {
            var known = objects.get(owner);
            if (known == null) {
                await(owner);
            } else if (!known.isKept()) {
                known.keep();
                changed.add(known);
                keepOwner(known);
            }
        });
    }

    private void await(ObjectId owner) {
        if (awaited.size() >= AWAITED_MAX) {
            awaited.clear();
        }
        awaited.add(owner);
    }

    /// A series ends that told of the object.
    void end(SeriesMeaning meaning, long millis) {
        var object = objects.get(meaning.object());
        if (object == null) {
            endings.add(meaning.object(), millis);
            return;
        }
        endings.add(object);
        object.presence().end(object.presence().value(), millis);
        for (var one : meaning.attributes()) {
            object.find(one.attribute())
                    .ifPresent(state -> state.end(text(one.form()).orElse(state.value()), millis));
        }
    }

    /// The value that the labels of a series tell, and no other series of the same attribute.
    private static Optional<String> text(ValueForm form) {
        return switch (form) {
            case ValueForm.Constant(var text) -> Optional.of(text);
            case ValueForm.Since(var text) -> Optional.of(text);
            case ValueForm.Flag _, ValueForm.Amount _, ValueForm.Timestamp _ -> Optional.empty();
        };
    }

    /// Returns what there is to be passed on, now that something was told.
    ///
    /// @param isWhole whether what is missing may be over
    List<Statement> take(boolean isWhole) {
        if (instantMillis == Long.MIN_VALUE) {
            return List.of();
        }
        if (isWhole) {
            resync.walk(objects, isPreferred);
        }
        if (isPreferred) {
            changed.forEach(this::pass);
            endings.pass(objects);
        } else {
            endings.forget();
        }
        changed.clear();
        return drafts.takeAll();
    }

    private void pass(ObjectState object) {
        var presence = object.presence();
        if (!presence.isPassed()) {
            presence.pass();
            drafts.present(object.id(), presence.since());
            object.passed(presence.since());
        }
        for (var attribute : object.attributes()) {
            if (!attribute.isPassed()) {
                attribute.pass();
                drafts.put(object.id(), attribute.since(), attribute.name(), attribute.value());
                object.passed(attribute.since());
            }
        }
        if (object.find(Attribute.OWNER).isPresent()) {
            keepOwner(object);
        }
    }
}
