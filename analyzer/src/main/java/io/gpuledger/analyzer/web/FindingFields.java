package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.findings.Mute;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Declares what is told of a finding. The cells of a table hold no lists: there they are texts.
final class FindingFields {
    private static final Type<Collection<String>> WORDS = Type.TEXT.from(words -> String.join(", ", words));
    private static final Type<Collection<String>> LIST = Type.list(Type.TEXT).from(List::copyOf);

    /// A finding, at an instant in milliseconds since 1970.
    record Row(StoredFinding stored, long at) {
        private Finding its() {
            return stored.finding();
        }

        private Finding.Key key() {
            return its().key();
        }

        private Optional<UnitId> unit() {
            return switch (key().subject()) {
                case Subject.OfUnit(var unit) -> Optional.of(unit);
                case Subject.OfNode _ -> Optional.empty();
            };
        }

        private long minutes() {
            return Duration.ofMillis(Math.max(0, its().closed().orElse(at) - its().opened()))
                    .toMinutes();
        }

        private Optional<Long> closed() {
            return its().closed().isPresent() ? Optional.of(its().closed().getAsLong()) : Optional.empty();
        }

        private Map<String, Long> cost() {
            return stored.cost()
                    .map(money -> Map.of(money.currency(), money.micros()))
                    .orElse(Map.of());
        }
    }

    static final Shape<Row> SHAPE = shape(LIST);
    static final Shape<Row> CELLS = shape(WORDS);

    private FindingFields() {}

    private static Shape<Row> shape(Type<Collection<String>> several) {
        return new Shape<>(
                "finding",
                Stream.of(what(), where(), when(), loss(several), mute())
                        .flatMap(List::stream)
                        .toList());
    }

    private static List<Field<Row>> what() {
        return List.of(
                Field.of("id", Type.WHOLE_NUMBER, row -> row.stored().id(), "Its number."),
                Field.of(
                        "kind",
                        Type.oneOf(FindingParameters.KINDS),
                        row -> row.key().kind().word(),
                        "What it is, in a word."),
                Field.of(
                        "detail",
                        Type.TEXT,
                        row -> row.key().detail(),
                        "Tells several of a kind from each other, such as the number of an XID; else empty."),
                Field.of(
                        "severity",
                        Type.oneOf(FindingParameters.SEVERITIES),
                        row -> row.its().severity().word(),
                        "How soon somebody has to act: now, today, or when there is time."));
    }

    private static List<Field<Row>> where() {
        return List.of(
                Field.of("cluster", Type.TEXT, row -> row.key().subject().cluster(), "Where it is."),
                Field.of("node", Type.TEXT, row -> row.its().node(), "On which node; empty where that is not known."),
                Field.orNull(
                        "gpu",
                        Type.TEXT,
                        row -> row.unit().map(UnitId::gpu),
                        "The UUID of the GPU; `null` where it is about the whole node."),
                Field.orNull(
                        "instance",
                        Type.TEXT,
                        row -> row.unit().flatMap(UnitId::instance),
                        "The number of the MIG instance; `null` where it is about the whole GPU."),
                Field.orNull("model", Type.TEXT, row -> row.stored().model(), "Which kind of GPU it is."));
    }

    private static List<Field<Row>> when() {
        return List.of(
                Field.of("opened", Type.MILLIS, row -> row.its().opened(), "Since when it has been so."),
                Field.orNull("closed", Type.MILLIS, Row::closed, "Until when it was so; `null` while it is."),
                Field.of("minutes", Type.WHOLE_NUMBER, Row::minutes, "For how long it was so, or has been so far."),
                Field.of("evidence", Type.TEXT, row -> row.its().evidence(), "What was read, in words with numbers."),
                Field.of("meaning", Type.TEXT, row -> row.key().kind().meaning(), "What it means, as a sentence."),
                Field.of("action", Type.TEXT, row -> row.its().action(), "What is to be done about it."));
    }

    private static List<Field<Row>> loss(Type<Collection<String>> several) {
        return List.of(
                Field.of(
                        "holders",
                        several,
                        row -> row.its().holders().stream().sorted().toList(),
                        "The pods that held the GPU meanwhile, as `namespace/pod`."),
                Field.of("teams", several, row -> row.stored().teams(), "The teams that held it meanwhile."),
                Field.of(
                        "lost_gpu_hours",
                        Type.partsOf(Hour.MILLIS, 3),
                        row -> row.its().lostMillis(),
                        "GPU-hours that were lost by it so far. Findings may be of the same time of a GPU: they are"
                                + " not to be added up."),
                Field.of(
                        "cost",
                        Type.map("currency", Type.MONEY),
                        Row::cost,
                        "What these cost, where there is a price."));
    }

    private static List<Field<Row>> mute() {
        return List.of(
                muted("muted_by", Type.TEXT, Mute::who, "Who has seen to it; `null` where nobody has."),
                muted(
                        "muted_until",
                        Type.MILLIS,
                        mute -> mute.until().toEpochMilli(),
                        "Until when nobody is told of it."),
                muted("muted_because", Type.TEXT, Mute::reason, "Why."));
    }

    private static <V> Field<Row> muted(String name, Type<V> type, Function<Mute, V> part, String meaning) {
        return Field.orNull(name, type, row -> row.stored().mute().map(part), meaning);
    }
}
