package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;

/// Pieces of few units at few instants, so that many are of the same row.
public final class RandomRows {
    public static final Instant NOW = Instant.parse("2026-11-22T10:00:00Z");

    private final Random random;

    public RandomRows(Random random) {
        this.random = random;
    }

    public List<Row> list(int count) {
        return IntStream.range(0, count).mapToObj(_ -> row()).toList();
    }

    Row row() {
        var millis = NOW.minusSeconds(30L * random.nextInt(8) + 86_400L * random.nextInt(3))
                .toEpochMilli();
        return new Row(unit(), millis, values(), holdings(), xids());
    }

    Unit unit() {
        var gpu = random.nextInt(4);
        var instance = random.nextBoolean() ? Optional.of(String.valueOf(random.nextInt(2))) : Optional.<String>empty();
        return new Unit(
                new UnitId("cluster-" + gpu % 2, "GPU-" + gpu, instance),
                "node-" + random.nextInt(2),
                random.nextBoolean() ? Optional.of("0") : Optional.empty(),
                random.nextBoolean() ? Optional.of("H100") : Optional.empty(),
                instance.map(_ -> "1g.10gb"),
                Optional.empty(),
                instance.map(_ -> 1),
                Optional.empty());
    }

    private Values values() {
        var rare = random.nextLong();
        var said = rare & random.nextLong() & ((1L << Field.ALL.size()) - 1);
        return Values.of(
                said,
                Field.ALL.stream()
                        .filter(field -> (field.bit() & said) != 0)
                        .mapToDouble(this::value)
                        .toArray());
    }

    /// Which every column keeps as it is.
    private double value(Field field) {
        return field.max() == 1 && field.kind() == Field.Kind.GAUGE
                ? random.nextInt(5) / 4.0
                : field.max() == 1 ? random.nextInt(2) : random.nextInt(200);
    }

    private List<Holding> holdings() {
        return IntStream.range(0, random.nextInt(3))
                .mapToObj(_ -> new Holding(
                        new Holder(
                                "ns",
                                "pod-" + random.nextInt(3),
                                "main",
                                random.nextBoolean() ? Optional.of("uid") : Optional.empty()),
                        random.nextBoolean()
                                ? Optional.of(
                                        new Share(random.nextInt(4), 4, random.nextBoolean() ? "mps" : "time-slicing"))
                                : Optional.empty(),
                        random.nextBoolean() ? OptionalDouble.of(random.nextInt(9_000) / 8.0) : OptionalDouble.empty(),
                        random.nextBoolean() ? OptionalDouble.of(random.nextInt(1 << 20)) : OptionalDouble.empty()))
                .toList();
    }

    private List<XidCount> xids() {
        return random.nextInt(4) == 0
                ? List.of(new XidCount(31 + random.nextInt(2), 1 + random.nextInt(9)))
                : List.of();
    }
}
