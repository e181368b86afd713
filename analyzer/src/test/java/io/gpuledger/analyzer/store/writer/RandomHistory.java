package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What happened to some objects, told in parts; and the rows that this is, by the simplest rule: sort, and leave out
/// what is the same as before.
final class RandomHistory {
    private static final int OBJECTS = 4;
    private static final int ATTRIBUTES = 5;
    private static final int STEP = 20;

    private final Random random;
    private final long now;

    RandomHistory(Random random, long now) {
        this.random = random;
        this.now = now;
    }

    /// @param recurring whether values come back, attributes end and objects go and return
    List<Statement> statements(int howMany, boolean recurring) {
        var statements = new ArrayList<Statement>();
        for (var i = 0; i < howMany; i++) {
            statements.add(statement(random.nextInt(OBJECTS), random.nextInt(1_000), recurring));
        }
        statements.sort(Comparator.comparingLong(Statement::millis));
        return statements;
    }

    private Statement statement(int object, int time, boolean recurring) {
        var id = ObjectId.named("c", Kind.NODE, "o" + object);
        if (recurring && isAbsent(object, -1, time)) {
            return new Gone(id, now + time);
        }
        var attributes = new TreeMap<String, String>();
        var ended = new TreeSet<String>();
        for (var a = 0; a < ATTRIBUTES; a++) {
            if (random.nextBoolean()) {
                if (recurring && isAbsent(object, a, time)) {
                    ended.add("a" + a);
                } else {
                    attributes.put("a" + a, value(object, a, time, recurring));
                }
            }
        }
        return new Part(id, now + time, attributes, ended);
    }

    private static boolean isAbsent(int object, int attribute, int time) {
        return Math.floorMod(time / STEP * 31 + object * 7 + attribute * 3, 5) == 0;
    }

    private static String value(int object, int attribute, int time, boolean recurring) {
        var step = (time + attribute * 7) / STEP + object;
        return "v" + (recurring ? step % 3 : step);
    }

    List<String> rows(List<Statement> statements) {
        var seen = new TreeMap<String, SortedMap<Long, Optional<String>>>();
        for (var statement : statements) {
            if (statement instanceof Part part) {
                put(seen, part, "present", Optional.of("true"));
                part.attributes().forEach((name, value) -> put(seen, part, name, Optional.of(value)));
                part.ended().forEach(name -> put(seen, part, name, Optional.empty()));
            } else if (statement instanceof Gone gone) {
                put(seen, gone, "present", Optional.empty());
            }
        }
        var rows = new ArrayList<String>();
        seen.forEach((name, values) -> {
            var before = new ArrayList<Optional<String>>(List.of(Optional.empty()));
            values.forEach((millis, value) -> {
                if (!value.equals(before.getLast())) {
                    rows.add(name + "|" + (millis - now) + "|" + value.orElse("null"));
                }
                before.add(value);
            });
        });
        return rows;
    }

    private static void put(
            Map<String, SortedMap<Long, Optional<String>>> seen,
            Statement.About statement,
            String name,
            Optional<String> value) {
        seen.computeIfAbsent(statement.object().name() + "|" + name, _ -> new TreeMap<>())
                .put(statement.millis(), value);
    }
}
