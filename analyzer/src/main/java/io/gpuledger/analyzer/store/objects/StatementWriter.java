package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.store.objects.Sightings.OfObject;
import io.gpuledger.analyzer.store.objects.Sightings.Sighting;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.NameTables;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Census;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/// Writes statements over one connection, each call one transaction. It remembers nothing: what it needs to know of an
/// attribute's past it asks for, as those that come are few, most of them changes.
public final class StatementWriter {
    /// Of an attribute: its object's number, and its name.
    private record Name(int object, String attribute) {}

    private record Known(ObjectId id, long firstSeen) {}

    private final Session session;
    private final NameTables names;
    private final ObjectTables tables;

    public StatementWriter(Session session) {
        this.session = session;
        this.names = new NameTables(session);
        this.tables = new ObjectTables(session);
    }

    /// They are in the database when this returns, and none of them when it throws.
    public void write(List<Statement> statements) throws DatabaseException {
        if (statements.isEmpty()) {
            return;
        }
        try {
            var clusters = clusters(statements);
            var sightings = Sightings.of(statements);
            see(sightings.objects(), clusters);
            for (var census : sightings.censuses()) {
                see(departed(census, clusters), clusters);
            }
            session.commit();
        } catch (DatabaseException e) {
            session.rollback(e);
            throw e;
        }
    }

    private Map<String, Integer> clusters(List<Statement> statements) throws DatabaseException {
        var told = statements.stream().map(Statement::cluster).collect(Collectors.toCollection(TreeSet::new));
        var numbers = new HashMap<String, Integer>();
        names.insertClusters(told, numbers::put);
        return numbers;
    }

    private Map<ObjectId, OfObject> departed(Census census, Map<String, Integer> clusters) throws DatabaseException {
        var gone = new ArrayList<Statement>();
        tables.unheard(census, clusters, (_, object) -> gone.add(new Gone(object, census.since())));
        return Sightings.of(gone).objects();
    }

    private void see(Map<ObjectId, OfObject> objects, Map<String, Integer> clusters) throws DatabaseException {
        var known = new HashMap<Integer, Known>();
        var sightings = sightings(numbered(objects, clusters, known));
        var turns = turns(sightings);
        sightings.forEach((name, seen) -> {
            var its = turns.computeIfAbsent(name, _ -> new Turns());
            seen.stream()
                    .sorted(Comparator.comparingLong(Sighting::millis))
                    .forEach(sighting -> its.seen(sighting.millis(), sighting.value()));
        });
        write(turns);
        var changes = new ClusterChanges();
        turns.forEach((name, its) -> Optional.ofNullable(known.get(name.object()))
                .ifPresent(object -> changes.add(object.id(), name.attribute(), object.firstSeen(), its)));
        changes.put(session);
    }

    private Map<Integer, OfObject> numbered(
            Map<ObjectId, OfObject> objects, Map<String, Integer> clusters, Map<Integer, Known> known)
            throws DatabaseException {
        var numbered = new HashMap<Integer, OfObject>();
        ObjectTables.EachObject each = (object, id, firstSeen, seenBefore) -> {
            known.put(id, new Known(object, firstSeen));
            var its = Optional.ofNullable(objects.get(object)).orElseThrow();
            seenBefore.ifPresent(its::wasSeen);
            numbered.put(id, its);
        };
        ToIntFunction<String> numbers =
                name -> Optional.ofNullable(clusters.get(name)).orElseThrow();
        tables.upsert(seen(objects, true), numbers, each);
        tables.touch(seen(objects, false), numbers, each);
        return numbered;
    }

    /// Of objects of which nothing else is known, it is of no use that they are gone.
    private static List<ObjectTables.Seen> seen(Map<ObjectId, OfObject> objects, boolean there) {
        return objects.entrySet().stream()
                .filter(entry -> entry.getValue().isThere() == there)
                .map(entry -> new ObjectTables.Seen(
                        entry.getKey(),
                        entry.getValue().first(),
                        entry.getValue().last()))
                .toList();
    }

    private Map<Name, List<Sighting>> sightings(Map<Integer, OfObject> objects) throws DatabaseException {
        var known = known(objects);
        var sightings = new HashMap<Name, List<Sighting>>();
        objects.forEach((id, object) -> object.sightings(known.getOrDefault(id, Set.of()))
                .forEach(sighting -> sightings
                        .computeIfAbsent(new Name(id, sighting.attribute()), _ -> new ArrayList<>())
                        .add(sighting)));
        return sightings;
    }

    /// Of those of which all was told: the others need not be asked for.
    private Map<Integer, Set<String>> known(Map<Integer, OfObject> objects) throws DatabaseException {
        var known = new HashMap<Integer, Set<String>>();
        objects.forEach((id, object) -> {
            if (object.hasWhole()) {
                known.put(id, new HashSet<>(object.attributes()));
            }
        });
        tables.names(
                List.copyOf(known.keySet()),
                (id, name) -> known.getOrDefault(id, new HashSet<>()).add(name));
        return known;
    }

    private Map<Name, Turns> turns(Map<Name, List<Sighting>> sightings) throws DatabaseException {
        var turns = new HashMap<Name, Turns>();
        tables.lines(
                sightings.entrySet().stream()
                        .map(entry -> new ObjectTables.Key(
                                entry.getKey().object(), entry.getKey().attribute(), first(entry.getValue())))
                        .toList(),
                (key, value) -> turns.computeIfAbsent(new Name(key.object(), key.attribute()), _ -> new Turns())
                        .known(key.since(), value));
        return turns;
    }

    private static long first(Collection<Sighting> sightings) {
        return sightings.stream().mapToLong(Sighting::millis).min().orElseThrow();
    }

    private void write(Map<Name, Turns> turns) throws DatabaseException {
        var superseded = new ArrayList<ObjectTables.Key>();
        var fresh = new ArrayList<ObjectTables.Line>();
        var departures = new ArrayList<ObjectTables.Departure>();
        turns.forEach((name, its) -> {
            its.before().keySet().stream()
                    .filter(since -> !its.now().containsKey(since))
                    .forEach(since -> superseded.add(new ObjectTables.Key(name.object(), name.attribute(), since)));
            its.now().forEach((since, value) -> {
                if (!value.equals(its.before().get(since))) {
                    fresh.add(
                            new ObjectTables.Line(new ObjectTables.Key(name.object(), name.attribute(), since), value));
                }
            });
            if (name.attribute().equals(Attribute.PRESENT) && !its.now().equals(its.before())) {
                departures.add(departure(name.object(), its));
            }
        });
        tables.delete(superseded);
        tables.insert(fresh);
        tables.depart(departures);
    }

    private static ObjectTables.Departure departure(int object, Turns turns) {
        var last = turns.now().lastEntry();
        return new ObjectTables.Departure(
                object, last == null || last.getValue().isPresent() ? Optional.empty() : Optional.of(last.getKey()));
    }
}
