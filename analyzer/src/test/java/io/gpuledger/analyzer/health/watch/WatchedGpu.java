package io.gpuledger.analyzer.health.watch;

import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/// A GPU that is read each half minute from time 0 on, is held by a pod and works at 60 %, unless something
/// else is told.
public final class WatchedGpu {
    public static final Unit UNIT = Unit.of(new UnitId("here", "GPU-1", Optional.empty()), "node");
    static final int STEP = 30;

    private final List<Finding> found = new ArrayList<>();
    private final Map<Field, Double> now = new EnumMap<>(Field.class);
    private final Map<Field, Double> perSecond = new EnumMap<>(Field.class);
    private List<String> pods = List.of("train-0");
    private List<XidCount> xids = List.of();
    private Watches watches;
    private long second;

    public WatchedGpu() {
        this(List.of());
    }

    WatchedGpu(List<Finding> open) {
        watches = new Watches(Xids.BUILT_IN, open);
        now.put(Field.LOST, 0.0);
        now.put(Field.OBSERVED_SECONDS, 1000.0);
        now.put(Field.SM_ACTIVE_SECONDS, 500.0);
        now.put(Field.BUSY_SECONDS, 800.0);
        now.put(Field.POWER_WATTS, 500.0);
        now.put(Field.POWER_LIMIT_WATTS, 700.0);
        now.put(Field.TEMPERATURE_CELSIUS, 60.0);
        now.put(Field.MEMORY_TOTAL_BYTES, 80.0 * (1L << 30));
        now.put(Field.MEMORY_USED_BYTES, 40.0 * (1L << 30));
        perSecond.put(Field.OBSERVED_SECONDS, 1.0);
        perSecond.put(Field.SM_ACTIVE_SECONDS, 0.6);
        perSecond.put(Field.BUSY_SECONDS, 0.8);
    }

    /// From now on this is told.
    public WatchedGpu says(Field field, double value) {
        now.put(field, value);
        return this;
    }

    /// From now on this counter grows by so much in each second.
    public WatchedGpu counts(Field field, double each) {
        now.putIfAbsent(field, 0.0);
        perSecond.put(field, each);
        return this;
    }

    /// This counter grows at once.
    WatchedGpu adds(Field field, double more) {
        now.merge(field, more, Double::sum);
        return this;
    }

    public WatchedGpu counted(XidCount... counts) {
        xids = List.of(counts);
        return this;
    }

    public WatchedGpu heldBy(String... names) {
        pods = List.of(names);
        return this;
    }

    /// Nothing is told for so many minutes, though time passes.
    WatchedGpu silent(int minutes) {
        pass(60L * minutes);
        return this;
    }

    /// Returns the readings of so many minutes, which nobody watches here.
    public List<Row> rows(int minutes) {
        var rows = new ArrayList<Row>();
        for (var until = second + 60L * minutes; second < until; ) {
            pass(STEP);
            rows.add(row());
        }
        return rows;
    }

    /// It is read for so many minutes.
    WatchedGpu minutes(int minutes) {
        for (var until = second + 60L * minutes; second < until; ) {
            pass(STEP);
            found.addAll(watches.read(List.of(row())));
        }
        return this;
    }

    private void pass(long seconds) {
        second += seconds;
        perSecond.forEach((field, each) -> now.merge(field, each * seconds, Double::sum));
    }

    /// The same reading comes in two pieces for so many minutes, as some senders cut it.
    WatchedGpu minutesInPieces(int minutes) {
        for (var until = second + 60L * minutes; second < until; ) {
            pass(STEP);
            CutRows.of(row(), new Random(second)).forEach(piece -> found.addAll(watches.read(List.of(piece))));
        }
        return this;
    }

    /// It is read once, in two pieces, each of which has some of the links.
    WatchedGpu cutLinks(int some, int others) {
        pass(STEP);
        var first = new EnumMap<>(now);
        now.put(Field.NVLINK_LINKS_UP, (double) some);
        found.addAll(watches.read(List.of(row(List.of(Field.NVLINK_LINKS_UP)))));
        now.put(Field.NVLINK_LINKS_UP, (double) others);
        found.addAll(watches.read(List.of(row())));
        now.putAll(first);
        return this;
    }

    /// The watching program ends, and another goes on with what it wrote down.
    WatchedGpu restarted() {
        watches = new Watches(Xids.BUILT_IN, watches.open());
        return this;
    }

    public Row row() {
        return row(now.keySet().stream().toList());
    }

    private Row row(List<Field> fields) {
        var said = fields.stream().mapToLong(Field::bit).reduce(0, (one, other) -> one | other);
        var packed = fields.stream().sorted().mapToDouble(now::get).toArray();
        return new Row(UNIT, second * 1000, Values.of(said, packed), holdings(), xids);
    }

    private List<Holding> holdings() {
        return pods.stream()
                .map(pod -> new Holding(
                        new Holder("vision", pod, "main", Optional.empty()),
                        Optional.empty(),
                        OptionalDouble.empty(),
                        OptionalDouble.empty()))
                .toList();
    }

    Watches watches() {
        return watches;
    }

    /// Returns all that opened and closed, in their order: `hot 120-` and `hot 120-600`, in seconds.
    String told() {
        return found.stream()
                .map(finding -> "%s%s %s %d-%s"
                        .formatted(
                                finding.key().kind().word(),
                                finding.key().detail().isEmpty()
                                        ? ""
                                        : "(" + finding.key().detail() + ")",
                                finding.severity().word(),
                                finding.opened() / 1000,
                                finding.closed().isPresent() ? finding.closed().getAsLong() / 1000 : ""))
                .collect(joining(", "));
    }

    /// Returns what was said of the last finding.
    Finding last() {
        return found.getLast();
    }
}
