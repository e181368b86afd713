package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Voices;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What one origin tells of one cluster. It says the same again each half minute; passed on are changes, and what
/// [Rounds] adds. For one thread at a time.
final class Telling {
    /// Of owners that nobody told of: most are of a kind that kube-state-metrics does not tell of.
    private static final int AWAITED_MAX = 50_000;

    private final String cluster;
    private final String origin;
    private final Voices voices;
    private final Pulse pulse = new Pulse();
    private final Map<ObjectId, Subject> subjects = new HashMap<>();
    private final Set<Subject> changed = new LinkedHashSet<>();
    private final Set<ObjectId> awaited = new HashSet<>();
    private final Endings endings;
    private final Outbox outbox = new Outbox();
    private final Rounds rounds;
    private long epoch;
    private boolean isHeard;
    private long heardMillis = Long.MIN_VALUE;

    Telling(String cluster, String origin, Ending ending, Voices voices) {
        this.cluster = cluster;
        this.origin = origin;
        this.voices = voices;
        this.endings = new Endings(pulse, outbox);
        this.rounds = new Rounds(cluster, ending, pulse, outbox);
    }

    String origin() {
        return origin;
    }

    /// Before anything of an instant is told.
    ///
    /// @param ofEpoch another one after something was lost that had been passed on
    void hear(long ofEpoch, long millis) {
        if (ofEpoch != epoch) {
            epoch = ofEpoch;
            again();
        }
        if (millis == heardMillis) {
            return;
        }
        heardMillis = millis;
        pulse.hear(millis);
        var before = isHeard;
        isHeard = voices.hears(cluster, origin, millis);
        if (isHeard && !before) {
            again();
        }
    }

    /// Whatever was passed on has to be passed on once more.
    private void again() {
        subjects.values().forEach(Subject::unpass);
        changed.clear();
        subjects.values().stream().filter(Subject::isKept).forEach(changed::add);
        rounds.begin();
    }

    /// The object is there.
    Subject there(ObjectId id, long millis) {
        var known = subjects.get(id);
        var subject = known == null ? meet(id, millis) : known;
        var presence = subject.presence();
        var _ = presence.hear("true", millis, pulse);
        if (!presence.isPassed() && subject.isKept()) {
            changed.add(subject);
        }
        return subject;
    }

    private Subject meet(ObjectId id, long millis) {
        var subject = new Subject(id, millis, pulse);
        subjects.put(id, subject);
        if (awaited.remove(id)) {
            subject.keep();
        }
        return subject;
    }

    void say(ObjectId id, String attribute, String value, long millis) {
        var subject = there(id, millis);
        var found = subject.find(attribute);
        if (found.isPresent()) {
            found.get().hear(value, millis, pulse).ifPresent(late -> sayLate(subject, attribute, late, millis));
        }
        var known = found.orElseGet(() -> subject.add(new Known(attribute, value, millis, pulse)));
        if (!known.isPassed()) {
            keepWhatMatters(subject, attribute, value);
        }
    }

    private void sayLate(Subject subject, String attribute, String value, long millis) {
        if (isHeard && subject.isKept()) {
            outbox.put(subject.id(), millis, attribute, value);
        }
    }

    private void keepWhatMatters(Subject subject, String attribute, String value) {
        if (subject.id().kind() == Kind.POD && Subject.asksForGpus(attribute, value)) {
            subject.keep();
        }
        if (subject.isKept()) {
            changed.add(subject);
            keepOwner(subject);
        }
    }

    /// It may not have been told of yet: then it is known for what it is when it is.
    private void keepOwner(Subject subject) {
        subject.owner().ifPresent(owner -> {
            var known = subjects.get(owner);
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
    void end(Saying saying, long millis) {
        var subject = subjects.get(saying.object());
        if (subject == null) {
            endings.add(saying.object(), millis);
            return;
        }
        endings.add(subject);
        subject.presence().end(subject.presence().value(), millis);
        for (var told : saying.told()) {
            subject.find(told.attribute())
                    .ifPresent(known -> known.end(
                            told.value() instanceof Saying.Value.Constant(String text) ? text : known.value(), millis));
        }
    }

    /// What there is to be passed on, now that something was told.
    ///
    /// @param isWhole whether what is missing may be over
    List<Statement> take(boolean isWhole) {
        if (isWhole) {
            rounds.walk(subjects, isHeard);
        }
        if (isHeard) {
            changed.forEach(this::pass);
            endings.pass(subjects);
        } else {
            endings.forget();
        }
        changed.clear();
        return outbox.empty();
    }

    private void pass(Subject subject) {
        var presence = subject.presence();
        if (!presence.isPassed()) {
            presence.pass();
            outbox.there(subject.id(), presence.since());
            subject.passed(presence.since());
        }
        for (var known : subject.attributes()) {
            if (!known.isPassed()) {
                known.pass();
                outbox.put(subject.id(), known.since(), known.name(), known.value());
                subject.passed(known.since());
            }
        }
        if (subject.find(Attribute.OWNER).isPresent()) {
            keepOwner(subject);
        }
    }
}
