package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Statements in the making: what is to be said of an object at the same instant is said together.
final class StatementDrafts {
    private record Key(ObjectId object, long millis) {}

    private record Draft(SortedMap<String, String> attributes, SortedSet<String> ended) {}

    private final Map<Key, Draft> parts = new LinkedHashMap<>();
    private final List<Statement> others = new ArrayList<>();

    void present(ObjectId object, long millis) {
        var _ = draft(object, millis);
    }

    void put(ObjectId object, long millis, String attribute, String value) {
        draft(object, millis).attributes().put(attribute, value);
    }

    void end(ObjectId object, long millis, String attribute) {
        draft(object, millis).ended().add(attribute);
    }

    private Draft draft(ObjectId object, long millis) {
        return parts.computeIfAbsent(new Key(object, millis), _ -> new Draft(new TreeMap<>(), new TreeSet<>()));
    }

    void add(Statement statement) {
        others.add(statement);
    }

    /// All of them, which it has no more.
    List<Statement> takeAll() {
        var all = new ArrayList<Statement>(parts.size() + others.size());
        parts.forEach((key, draft) -> all.add(new Part(key.object(), key.millis(), draft.attributes(), draft.ended())));
        all.addAll(others);
        parts.clear();
        others.clear();
        return all;
    }
}
