package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.About;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// What the statements of a portion say, object by object.
public final class Sightings {
    private static final Comparator<ObjectId> ORDER = Comparator.comparing(ObjectId::cluster)
            .thenComparing(ObjectId::kind)
            .thenComparing(ObjectId::namespace)
            .thenComparing(ObjectId::name)
            .thenComparing(ObjectId::uid);

    /// That an attribute had a value at an instant, or none.
    record Sighting(String attribute, long millis, Optional<String> value) {}

    /// At an instant an object had these attributes and no others.
    private record Complete(long millis, Set<String> attributes) {}

    /// All of one object.
    static final class OfObject {
        private final List<Sighting> sightings = new ArrayList<>();
        private final List<Complete> completes = new ArrayList<>();
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        private long seenBefore = Long.MIN_VALUE;
        private boolean isThere;

        private void there(long millis) {
            isThere = true;
            first = Math.min(first, millis);
            last = Math.max(last, millis);
            sightings.add(new Sighting(Attribute.PRESENT, millis, Optional.of("true")));
        }

        private void all(long millis, SortedMap<String, String> attributes) {
            there(millis);
            attributes.forEach((name, value) -> sightings.add(new Sighting(name, millis, Optional.of(value))));
            Optional.ofNullable(attributes.get(Attribute.CREATED))
                    .flatMap(Instants::millis)
                    .ifPresent(this::made);
        }

        /// An object was there before anybody told of it.
        private void made(long millis) {
            first = Math.min(first, millis);
        }

        private void absent(String attribute, long millis) {
            sightings.add(new Sighting(attribute, millis, Optional.empty()));
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

        /// As the database has it: who says that it was gone by then knows of less than the database does.
        void wasSeen(long millis) {
            seenBefore = millis;
        }

        private boolean isRefuted(Sighting sighting) {
            return sighting.attribute().equals(Attribute.PRESENT)
                    && sighting.value().isEmpty()
                    && sighting.millis() < seenBefore;
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
        List<Sighting> sightings(Set<String> known) {
            var all = new ArrayList<>(sightings);
            all.removeIf(this::isRefuted);
            for (var complete : completes) {
                known.stream()
                        .filter(name -> !name.equals(Attribute.PRESENT))
                        .filter(name -> !complete.attributes().contains(name))
                        .forEach(name -> all.add(new Sighting(name, complete.millis(), Optional.empty())));
            }
            return all;
        }

        /// Those that this portion tells of.
        Set<String> attributes() {
            return sightings.stream().map(Sighting::attribute).collect(Collectors.toUnmodifiableSet());
        }
    }

    private final Map<ObjectId, OfObject> objects = new LinkedHashMap<>();
    private final List<Census> censuses = new ArrayList<>();

    /// Sorted by what they are about, as two writers that go the same way never wait for each other in a circle.
    static Sightings of(List<Statement> statements) {
        var sightings = new Sightings();
        statements.stream()
                .filter(About.class::isInstance)
                .map(About.class::cast)
                .sorted(Comparator.comparing(About::object, ORDER).thenComparingLong(About::millis))
                .forEach(sightings::add);
        statements.stream()
                .filter(Census.class::isInstance)
                .map(Census.class::cast)
                .forEach(sightings.censuses::add);
        return sightings;
    }

    private void add(About statement) {
        var object = objects.computeIfAbsent(statement.object(), _ -> new OfObject());
        switch (statement) {
            case Part part -> {
                object.all(part.millis(), part.attributes());
                part.ended().forEach(name -> object.absent(name, part.millis()));
            }
            case Whole whole -> {
                object.all(whole.millis(), whole.attributes());
                object.completes.add(
                        new Complete(whole.millis(), whole.attributes().keySet()));
            }
            case Gone gone -> object.gone(gone.millis());
        }
    }

    Map<ObjectId, OfObject> objects() {
        return objects;
    }

    List<Census> censuses() {
        return censuses;
    }
}
