package io.gpuledger.analyzer.store.objects;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.store.objects.ToldObjects.ToldObject;
import io.gpuledger.analyzer.store.objects.ToldObjects.ToldValue;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.samples.ClusterNames;
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

/// Writes statements over one connection. Each call is one transaction. It remembers nothing: what it needs to know of
/// an attribute's past it asks for, as those that come are few, and most of them changes.
public final class StatementWriter {
    /// Names an attribute of an object, which is given by its number.
    private record Name(int object, String attribute) {}

    private record Known(ObjectId id, long firstSeen) {}

    private final Session session;
    private final ClusterNames clusters;
    private final ObjectTables tables;

    public StatementWriter(Session session) {
        this.session = session;
        this.clusters = new ClusterNames(session);
        this.tables = new ObjectTables(session);
    }

    /// They are in the database when this returns, and none of them when it throws.
    public void write(List<Statement> statements) throws DatabaseException {
        if (statements.isEmpty()) {
            return;
        }
        try {
            var clusters = numbers(statements);
            var told = ToldObjects.of(statements);
            see(told.objects(), clusters);
            for (var census : told.censuses()) {
                see(departed(census, clusters), clusters);
            }
            tables.unsaid(told.unsaid(), clusters);
            see(longUnsaid(told.latest(), clusters), clusters);
            session.commit();
        } catch (DatabaseException e) {
            session.rollback(e);
            throw e;
        }
    }

    private Map<String, Integer> numbers(List<Statement> statements) throws DatabaseException {
        var told = statements.stream().map(Statement::cluster).collect(Collectors.toCollection(TreeSet::new));
        var numbers = new HashMap<String, Integer>();
        clusters.insert(told, numbers::put);
        return numbers;
    }

    private Map<ObjectId, ToldObject> departed(Census census, Map<String, Integer> clusters) throws DatabaseException {
        var gone = new ArrayList<Statement>();
        tables.unheard(census, clusters, (_, object) -> gone.add(new Gone(object, census.since())));
        return ToldObjects.of(gone).objects();
    }

    private Map<ObjectId, ToldObject> longUnsaid(Map<String, Long> latest, Map<String, Integer> clusters)
            throws DatabaseException {
        var gone = new ArrayList<Statement>();
        tables.longUnsaid(latest, clusters, (object, since) -> gone.add(new Gone(object, since)));
        return ToldObjects.of(gone).objects();
    }

    private void see(Map<ObjectId, ToldObject> objects, Map<String, Integer> clusters) throws DatabaseException {
        var known = new HashMap<Integer, Known>();
        var numbered = numbered(objects, clusters, known);
        var values = values(numbered);
        var changes = changes(values);
        values.forEach((name, seen) -> {
            var object = Optional.ofNullable(numbered.get(name.object())).orElseThrow();
            var change = changes.computeIfAbsent(name, _ -> new AttributeChange());
            seen.sort(Comparator.comparingLong(ToldValue::millis));
            for (var value : seen) {
                if (!object.refutes(value, change)) {
                    change.seen(value.millis(), value.value());
                }
            }
        });
        write(changes);
        var ofClusters = new ClusterChanges();
        changes.forEach((name, change) -> Optional.ofNullable(known.get(name.object()))
                .ifPresent(object -> ofClusters.add(object.id(), name.attribute(), object.firstSeen(), change)));
        ofClusters.put(session);
    }

    private Map<Integer, ToldObject> numbered(
            Map<ObjectId, ToldObject> objects, Map<String, Integer> clusters, Map<Integer, Known> known)
            throws DatabaseException {
        var numbered = new HashMap<Integer, ToldObject>();
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
    private static List<ObjectTables.Seen> seen(Map<ObjectId, ToldObject> objects, boolean there) {
        return objects.entrySet().stream()
                .filter(entry -> entry.getValue().isThere() == there)
                .map(entry -> new ObjectTables.Seen(
                        entry.getKey(),
                        entry.getValue().first(),
                        entry.getValue().last()))
                .toList();
    }

    private Map<Name, List<ToldValue>> values(Map<Integer, ToldObject> objects) throws DatabaseException {
        var known = known(objects);
        var values = new HashMap<Name, List<ToldValue>>();
        objects.forEach((id, object) -> object.values(known.getOrDefault(id, Set.of()))
                .forEach(value -> values.computeIfAbsent(new Name(id, value.attribute()), _ -> new ArrayList<>())
                        .add(value)));
        return values;
    }

    /// Returns the attributes that objects ever had of which all was told. The others need not be asked for.
    private Map<Integer, Set<String>> known(Map<Integer, ToldObject> objects) throws DatabaseException {
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

    private Map<Name, AttributeChange> changes(Map<Name, List<ToldValue>> values) throws DatabaseException {
        var changes = new HashMap<Name, AttributeChange>();
        tables.lines(
                values.entrySet().stream()
                        .map(entry -> new ObjectTables.Key(
                                entry.getKey().object(), entry.getKey().attribute(), first(entry.getValue())))
                        .toList(),
                (key, value) -> changes.computeIfAbsent(
                                new Name(key.object(), key.attribute()), _ -> new AttributeChange())
                        .known(key.since(), value));
        return changes;
    }

    private static long first(Collection<ToldValue> values) {
        return values.stream().mapToLong(ToldValue::millis).min().orElseThrow();
    }

    private void write(Map<Name, AttributeChange> changes) throws DatabaseException {
        var superseded = new ArrayList<ObjectTables.Key>();
        var fresh = new ArrayList<ObjectTables.Line>();
        var departures = new ArrayList<ObjectTables.Departure>();
        changes.forEach((name, its) -> {
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

    private static ObjectTables.Departure departure(int object, AttributeChange change) {
        var last = change.now().lastEntry();
        return new ObjectTables.Departure(
                object, last == null || last.getValue().isPresent() ? Optional.empty() : Optional.of(last.getKey()));
    }
}
