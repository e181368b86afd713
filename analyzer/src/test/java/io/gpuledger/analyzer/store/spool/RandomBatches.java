package io.gpuledger.analyzer.store.spool;

import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Draws batches of every kind, which are the same for the same seed.
final class RandomBatches {
    private static final List<String> TEXTS = List.of("", "node-1", "knoten-ä", "ノード", "🂡 pod", "a".repeat(300));
    private static final double[] ODD = {
        0,
        -0.0,
        1,
        -1,
        -40.5,
        0.1,
        0.0005,
        1e-9,
        123_456.789,
        1e15 + 0.3,
        (1L << 53) - 1,
        1L << 53,
        1e18,
        1e300,
        Double.MIN_VALUE,
        Double.MAX_VALUE,
        Double.NaN,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    private final Random random;

    RandomBatches(long seed) {
        System.out.println("seed " + seed);
        random = new Random(seed);
    }

    /// Makes a single row that says its number, as tests need one.
    static Batch numbered(long number) {
        var unit = Unit.of(new UnitId("c", "GPU-" + number % 7, Optional.empty()), "node");
        var values = Values.of(Field.POWER_WATTS.bit(), new double[] {number});
        return new Batch("origin", List.of(new Row(unit, number, values, List.of(), List.of())));
    }

    Batch next(int rowsMax) {
        return new Batch(text(), some(rowsMax, this::row));
    }

    Batch nextWithStatements(int rowsMax) {
        return new Batch(text(), some(rowsMax, this::row), some(rowsMax / 2, this::statement));
    }

    Random random() {
        return random;
    }

    private <T> List<T> some(int max, Supplier<T> one) {
        return Stream.generate(one).limit(random.nextInt(max + 1)).toList();
    }

    private Row row() {
        return new Row(unit(), millis(), values(), some(2, this::holding), some(2, this::xid));
    }

    private long millis() {
        return random.nextBoolean() ? 1_700_000_000_000L : random.nextLong();
    }

    private Values values() {
        var all = -1L >>> (Long.SIZE - Field.ALL.size());
        var said = random.nextBoolean() ? all : random.nextLong() & all;
        return Values.of(
                said, random.doubles(Long.bitCount(said)).map(_ -> value()).toArray());
    }

    double value() {
        return switch (random.nextInt(5)) {
            case 0 -> ODD[random.nextInt(ODD.length)];
            case 1 -> random.nextInt(1000);
            case 2 -> random.nextLong(1L << 40) / 1000.0;
            case 3 -> random.nextInt(1_000_000) / 1e6;
            default -> Double.longBitsToDouble(random.nextLong());
        };
    }

    private Unit unit() {
        return new Unit(
                new UnitId(text(), "GPU-" + random.nextInt(20), maybe(this::text)),
                text(),
                maybe(this::text),
                maybe(this::text),
                maybe(this::text),
                maybe(this::text),
                maybe(random::nextInt),
                maybe(random::nextInt));
    }

    private Holding holding() {
        return new Holding(
                new Holder(text(), text(), text(), maybe(this::text)),
                maybe(() -> new Holding.Share(random.nextInt(), random.nextInt(), text())),
                maybe(this::value).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
                maybe(this::value).map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    }

    private Statement statement() {
        return switch (random.nextInt(5)) {
            case 0 -> new Statement.Part(object(), millis(), attributes(), new TreeSet<>(some(2, this::text)));
            case 1 -> new Statement.Whole(object(), millis(), attributes());
            case 2 -> new Statement.Gone(object(), millis());
            case 3 -> new Statement.Unsaid(object(), millis());
            default -> new Statement.Census(text(), kind(), millis(), millis());
        };
    }

    private ObjectId object() {
        return new ObjectId(text(), kind(), text(), text(), text());
    }

    private Kind kind() {
        var kinds = List.of(Kind.values());
        return kinds.get(random.nextInt(kinds.size()));
    }

    private SortedMap<String, String> attributes() {
        var attributes = new TreeMap<String, String>();
        some(4, this::text).forEach(name -> attributes.put(name, text()));
        return attributes;
    }

    private XidCount xid() {
        return new XidCount(random.nextInt(), random.nextLong());
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    private <T> Optional<T> maybe(Supplier<T> thing) {
        return random.nextBoolean() ? Optional.of(thing.get()) : Optional.empty();
    }
}
