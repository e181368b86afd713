package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.About;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Unsaid;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// Gathers the statements of a portion by the object that they are about, so that each object is written once.
final class ToldObjects {
    private static final Comparator<ObjectId> ORDER = Comparator.comparing(ObjectId::cluster)
            .thenComparing(ObjectId::kind)
            .thenComparing(ObjectId::namespace)
            .thenComparing(ObjectId::name)
            .thenComparing(ObjectId::uid);

    /// That an attribute had a value at an instant, or none.
    record ToldValue(String attribute, long millis, Optional<String> value) {}

    /// At an instant an object had these attributes and no others.
    private record Complete(long millis, Set<String> attributes) {}

    /// Gathers what the statements say of one object.
    static final class ToldObject {
        private final List<ToldValue> values = new ArrayList<>();
        private final List<Complete> completes = new ArrayList<>();
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private long seenBefore = Long.MIN_VALUE;
        private boolean isThere;

        private void there(long millis) {
            isThere = true;
            first = Math.min(first, millis);
            last = Math.max(last, millis);
            values.add(new ToldValue(Attribute.PRESENT, millis, Optional.of("true")));
        }

        private void all(long millis, SortedMap<String, String> attributes) {
            there(millis);
            attributes.forEach((name, value) -> values.add(new ToldValue(name, millis, Optional.of(value))));
            Optional.ofNullable(attributes.get(Attribute.CREATED))
                    .flatMap(Instants::millis)
                    .ifPresent(this::made);
        }

        /// An object was there before anybody told of it.
        private void made(long millis) {
            first = Math.min(first, millis);
        }

        private void absent(String attribute, long millis) {
            values.add(new ToldValue(attribute, millis, Optional.empty()));
        }

        private void gone(long millis) {
            first = Math.min(first, millis);
            last = Math.max(last, millis);
            absent(Attribute.PRESENT, millis);
        }

        /// Whether it was ever said to be there, and not merely to be gone.
        boolean isThere() {
            return isThere;
        }

        /// Until then it was there, as the database has it.
        void wasSeen(long millis) {
            seenBefore = millis;
        }

        /// A statement that it was gone, before it was last seen to be there, comes from somebody who knew less; or it
        /// is known that it came back since, as where a past is read from the newest week back.
        boolean refutes(ToldValue value, AttributeChange known) {
            return value.attribute().equals(Attribute.PRESENT)
                    && value.value().isEmpty()
                    && value.millis() < seenBefore
                    && !known.isSomethingAfter(value.millis());
        }

        long first() {
            return first;
        }

        long last() {
            return last;
        }

        boolean hasWhole() {
            return !completes.isEmpty();
        }

        /// @param known the attributes that it ever had, as far as the database knows
        List<ToldValue> values(Set<String> known) {
            var all = new ArrayList<>(values);
            for (var complete : completes) {
                known.stream()
                        .filter(name -> !name.equals(Attribute.PRESENT))
                        .filter(name -> !complete.attributes().contains(name))
                        .forEach(name -> all.add(new ToldValue(name, complete.millis(), Optional.empty())));
            }
            return all;
        }

        /// Returns the attributes that this portion tells of.
        Set<String> attributes() {
            return values.stream().map(ToldValue::attribute).collect(Collectors.toUnmodifiableSet());
        }
    }

    private final Map<ObjectId, ToldObject> objects = new LinkedHashMap<>();
    private final List<Census> censuses = new ArrayList<>();
    private final List<Unsaid> unsaid = new ArrayList<>();

    /// They are sorted by what they are about: two writers that go the same way never wait for each other in a circle.
    static ToldObjects of(List<Statement> statements) {
        var told = new ToldObjects();
        statements.stream()
                .filter(About.class::isInstance)
                .map(About.class::cast)
                .sorted(Comparator.comparing(About::object, ORDER).thenComparingLong(About::millis))
                .forEach(told::add);
        statements.stream()
                .filter(Census.class::isInstance)
                .map(Census.class::cast)
                .forEach(told.censuses::add);
        return told;
    }

    private void add(About statement) {
        switch (statement) {
            case Part part -> {
                var object = of(part.object());
                object.all(part.millis(), part.attributes());
                part.ended().forEach(name -> object.absent(name, part.millis()));
            }
            case Whole whole -> {
                var object = of(whole.object());
                object.all(whole.millis(), whole.attributes());
                object.completes.add(
                        new Complete(whole.millis(), whole.attributes().keySet()));
            }
            case Gone gone -> of(gone.object()).gone(gone.millis());
            case Unsaid some -> unsaid.add(some);
        }
    }

    private ToldObject of(ObjectId object) {
        return objects.computeIfAbsent(object, _ -> new ToldObject());
    }

    Map<ObjectId, ToldObject> objects() {
        return objects;
    }

    List<Census> censuses() {
        return censuses;
    }

    List<Unsaid> unsaid() {
        return unsaid;
    }

    /// Returns, by cluster, the latest instant of which an object was told to be there, other than a target: those are
    /// told of whether or not anybody tells of the cluster.
    Map<String, Long> latest() {
        var latest = new HashMap<String, Long>();
        objects.forEach((id, object) -> {
            if (object.isThere() && id.kind() != Kind.TARGET) {
                latest.merge(id.cluster(), object.last(), Math::max);
            }
        });
        return latest;
    }
}
