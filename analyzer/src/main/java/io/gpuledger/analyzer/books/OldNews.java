package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.store.database.ClusterTables;
import io.gpuledger.analyzer.store.database.ClusterTables.Word;
import io.gpuledger.analyzer.store.database.Database;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is told in time, and was long ago: that a pod began or ended in hours that are settled, as it is learnt when
/// Kubernetes' API answers again. Told anew is most of it by far; what was known already is no news.
final class OldNews {
    private static final List<String> INSTANTS = List.of(Attribute.CREATED, Attribute.STARTED, Attribute.FINISHED);

    private final Database database;

    OldNews(Database database) {
        this.database = database;
    }

    /// By cluster, the earliest instant.
    ///
    /// @param statements that are in the database
    Map<String, Long> earliest(Collection<Statement> statements, long settledUntil) throws SQLException {
        var instants = new HashMap<Word, Long>();
        for (var statement : statements) {
            switch (statement) {
                case Statement.Part part -> add(part.object(), part.millis(), part.attributes(), instants);
                case Statement.Whole whole -> add(whole.object(), whole.millis(), whole.attributes(), instants);
                case Statement.Gone _, Statement.Census _ -> {}
            }
        }
        instants.values().removeIf(instant -> instant >= settledUntil);
        var earliest = new HashMap<String, Long>();
        if (!instants.isEmpty()) {
            try (var connection = database.connection()) {
                new ClusterTables(connection)
                        .news(instants.keySet())
                        .forEach(word -> Optional.ofNullable(instants.get(word))
                                .ifPresent(
                                        instant -> earliest.merge(word.object().cluster(), instant, Math::min)));
                connection.rollback();
            }
        }
        return earliest;
    }

    private static void add(ObjectId object, long millis, Map<String, String> attributes, Map<Word, Long> instants) {
        if (object.kind() == Kind.POD) {
            for (var name : INSTANTS) {
                Optional.ofNullable(attributes.get(name))
                        .flatMap(OldNews::instant)
                        .ifPresent(instant -> instants.put(new Word(object, name, millis), instant));
            }
        }
    }

    private static Optional<Long> instant(String text) {
        try {
            return Optional.of(Instant.parse(text).toEpochMilli());
        } catch (DateTimeException | ArithmeticException _) {
            return Optional.empty();
        }
    }
}
