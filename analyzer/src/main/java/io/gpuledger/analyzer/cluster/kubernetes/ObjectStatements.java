package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.cluster.kubernetes.ChangeQueue.ObjectChange;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Statement.Part;
import io.gpuledger.analyzer.telemetry.Statement.Whole;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// What was told of each object that there is: so that only changes are told of, and a sign of life now and then.
final class ObjectStatements {
    private static final long MINUTE_MILLIS = 60_000;
    private static final long SIGN_OF_LIFE_MILLIS = 8 * MINUTE_MILLIS;
    private static final long WHOLE_MILLIS = 6 * 60 * MINUTE_MILLIS;
    /// This spreads reminders over some minutes, so that they do not all come at once.
    private static final long SPREAD_MILLIS = 4 * MINUTE_MILLIS;
    /// One of each kind says more often that it lives, so that whoever asks knows how new all that is known is.
    private static final long PULSE_MILLIS = MINUTE_MILLIS / 4;
    private static final long NEVER = Long.MIN_VALUE;

    private static final class Entry {
        private SortedMap<String, String> attributes = new TreeMap<>();
        private Map<String, Long> since = Map.of();
        private long wholeMillis = NEVER;
        private long lastMillis = NEVER;
    }

    private final Map<ObjectId, Entry> entries = new HashMap<>();

    /// Returns what is to be said of a change, which is nothing where it changes nothing.
    List<Statement> statements(ObjectChange change) {
        if (change.observed().isEmpty()) {
            return entries.remove(change.object()) == null
                    ? List.of()
                    : List.of(new Gone(change.object(), change.millis()));
        }
        var entry = entries.computeIfAbsent(change.object(), _ -> new Entry());
        var before = entry.attributes;
        entry.attributes = change.observed().get().attributes();
        entry.since = change.observed().get().since();
        if (entry.wholeMillis == NEVER) {
            return whole(change.object(), entry, change.millis());
        }
        return before.equals(entry.attributes) ? List.of() : changed(change, before, entry);
    }

    /// An attribute that says since when it is so, is so since then.
    private static List<Statement> whole(ObjectId object, Entry entry, long millis) {
        var statements = dated(object, entry, new TreeMap<>(), millis);
        statements.add(new Whole(object, millis, entry.attributes));
        entry.wholeMillis = millis;
        entry.lastMillis = millis;
        return statements;
    }

    private static List<Statement> changed(ObjectChange change, SortedMap<String, String> before, Entry entry) {
        var statements = dated(change.object(), entry, before, change.millis());
        var news = new TreeMap<>(entry.attributes);
        news.entrySet().removeIf(one -> one.getValue().equals(before.get(one.getKey())));
        var ended = new TreeSet<>(before.keySet());
        ended.removeAll(entry.attributes.keySet());
        statements.add(new Part(change.object(), change.millis(), news, ended));
        entry.lastMillis = change.millis();
        return statements;
    }

    private static List<Statement> dated(ObjectId object, Entry entry, SortedMap<String, String> before, long millis) {
        var statements = new ArrayList<Statement>();
        entry.since.forEach((attribute, since) -> {
            var value = Optional.ofNullable(entry.attributes.get(attribute));
            if (since < millis && value.isPresent() && !value.get().equals(before.get(attribute))) {
                statements.add(new Part(object, since, new TreeMap<>(Map.of(attribute, value.get())), new TreeSet<>()));
            }
        });
        return statements;
    }

    /// Signs of life, and what is to be told once more as a whole: each as of when it was known, and not before
    /// what was told of it last.
    ///
    /// @param known the kinds of which all that there is is known, and until when
    List<Statement> reminders(Map<Kind, Long> known) {
        var statements = new ArrayList<Statement>();
        var pulse = EnumSet.noneOf(Kind.class);
        entries.forEach((object, entry) -> {
            var late = Math.floorMod(object.hashCode(), SPREAD_MILLIS);
            var until = known.get(object.kind());
            if (until == null) {
                return;
            }
            var millis = Math.max(until, entry.lastMillis);
            if (entry.wholeMillis == NEVER || millis - entry.wholeMillis >= WHOLE_MILLIS + late) {
                statements.addAll(whole(object, entry, millis));
            } else if (millis - entry.lastMillis
                    >= (pulse.add(object.kind()) ? PULSE_MILLIS : SIGN_OF_LIFE_MILLIS + late)) {
                statements.add(new Part(object, millis, new TreeMap<>(), new TreeSet<>()));
                entry.lastMillis = millis;
            }
        });
        return statements;
    }

    /// Nobody listened: all has to be told once more.
    void forget() {
        entries.values().forEach(entry -> entry.wholeMillis = NEVER);
    }
}
