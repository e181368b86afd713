package io.gpuledger.analyzer.health;

import static io.gpuledger.analyzer.health.Evidence.Condition.LOST;
import static io.gpuledger.analyzer.health.Evidence.Condition.ROW_REMAP_FAILED;
import static io.gpuledger.analyzer.health.Evidence.Condition.STUCK;

import io.gpuledger.analyzer.health.Evidence.FatalXid;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/// Finds when there was evidence against a GPU, by what was told of it.
///
/// - The evidence that it is lost or does not answer begins when it was last read, and ends when it is read
///   again. The observed time says how much of the time between two readings that is.
/// - The evidence that a row could not be remapped begins and ends in the middle between two readings.
/// - A fatal XID begins in the middle between the reading that counts it and the one before. It stands until
///   the GPU is back after it was lost, or was not seen for as long as a reset takes; until the driver wants
///   nothing done about it any more; or until its node has booted. When the GPU was back between two readings
///   that both saw it is not known to the second. Where it was not seen for `u` of the `d` between them, it was
///   back between `u` and `d` after the first, and the middle of these counts.
///
/// Of the XIDs at the first reading of all nobody knows since when they were counted: they are evidence if they
/// stood already. What was told last stands: silence does not end it, nor does a reading that says nothing of
/// it, nor word of a GPU of which nothing was read.
public final class Sickness {
    private static final List<Field> REMEMBERED = List.of(Field.LATEST_XID, Field.RECOVERY_ACTION);
    private static final long BACK_MILLIS = 60_000;
    /// A row that tells any of these is of an exporter of ours, which counts XIDs.
    private static final long COUNTING = Field.OBSERVED_SECONDS.bit() | Field.LOST.bit();

    private static final long READ = Field.POWER_WATTS.bit() | Field.TEMPERATURE_CELSIUS.bit();

    private final Observations observations;
    private final List<Long> boots;
    private final Set<Evidence> standing;
    private final List<Evidence.During> found = new ArrayList<>();
    private final Map<Evidence, Long> since = new HashMap<>();
    private final Map<Integer, Long> counted = new HashMap<>();
    private final Map<Field, Double> told = new EnumMap<>(Field.class);
    /// The last reading of each unit that told for how long it had been observed, by instance.
    private final Map<Optional<String>, Row> observed = new HashMap<>();
    private Optional<Row> before = Optional.empty();
    /// The instant at which the GPU was last read, or zero where it was not read yet.
    private long read;

    /// How long the instant at which the GPU was last read was after the one before.
    private long usual;

    private Sickness(Observations observations, List<Long> boots, Set<Evidence> standing) {
        this.observations = observations;
        this.boots = boots;
        this.standing = standing;
    }

    /// Returns all evidence against a GPU, each with its span. Evidence that still stands lasts until the end.
    ///
    /// @param until the end: the instant up to which the GPU is known
    public static List<Evidence.During> of(GpuHistory history, long until) {
        if (history.rows().stream().noneMatch(Sickness::isAgainst)) {
            return List.of();
        }
        var units = Stream.concat(Stream.of(history.rows()), history.instances().stream())
                .toList();
        var sickness = new Sickness(Observations.of(units), history.boots(), history.standing());
        history.rows().stream().filter(Row::isReading).forEach(sickness::at);
        sickness.since.forEach((evidence, from) -> sickness.stood(evidence, from, until));
        return sickness.found;
    }

    /// Whether a row tells anything that evidence begins with. There is none of most GPUs, and then there is nothing to
    /// find out.
    private static boolean isAgainst(Row row) {
        var values = row.values();
        return values.or(Field.LOST, 0) != 0
                || values.or(Field.STUCK, 0) != 0
                || values.or(Field.ROW_REMAP_FAILED, 0) != 0
                || Xids.BUILT_IN.isFatal((int) values.or(Field.LATEST_XID, 0))
                || row.xids().stream().anyMatch(told -> Xids.BUILT_IN.isFatal(told.xid()));
    }

    /// Begins to watch a GPU, of whose readings each is given once, in their order.
    ///
    /// @param standing what stood against it before, and since when
    public static Sickness watching(Map<Evidence, Long> standing) {
        var sickness = new Sickness(Observations.of(List.of()), List.of(), standing.keySet());
        sickness.since.putAll(standing);
        return sickness;
    }

    /// Reads on.
    ///
    /// @param instances the readings of its instances at the same instant
    public void read(Row row, List<Row> instances) {
        observations.keep(before.map(Row::millis).orElse(row.millis()));
        observations.add(row);
        instances.forEach(observations::add);
        at(row);
    }

    /// The GPU's node has booted, which clears the XIDs from before.
    public void booted(long at) {
        since.forEach((evidence, from) -> {
            if (evidence instanceof FatalXid && from < at) {
                stood(evidence, from, at);
            }
        });
        since.entrySet().removeIf(known -> known.getKey() instanceof FatalXid && known.getValue() < at);
    }

    /// Returns what stands against the GPU, and since when.
    public Map<Evidence, Long> standing() {
        return Map.copyOf(since);
    }

    /// Whether anything stands against the GPU.
    public boolean isSick() {
        return !since.isEmpty();
    }

    /// Returns what has ended since this was last asked.
    public List<Evidence.During> takeEnded() {
        var ended = List.copyOf(found);
        found.clear();
        return ended;
    }

    private void at(Row row) {
        back(row).ifPresent(this::clearXids);
        boots.stream()
                .filter(boot -> boot <= row.millis()
                        && before.map(last -> boot > last.millis()).orElse(false))
                .forEach(this::clearXids);
        if (isCountedAnew(row)) {
            counted.clear();
        }
        xids(row);
        var wasLost = since.containsKey(LOST);
        state(LOST, Field.LOST, row, unread(row, since.containsKey(LOST)));
        state(STUCK, Field.STUCK, row, unread(row, since.containsKey(STUCK)));
        state(ROW_REMAP_FAILED, Field.ROW_REMAP_FAILED, row, middle(row));
        if (isMended(row) || (wasLost && !since.containsKey(LOST))) {
            clearXids(unread(row, true));
        }
        before = Optional.of(row);
        observed.putAll(observations.at(row.millis()));
        REMEMBERED.forEach(field -> row.values().get(field).ifPresent(value -> told.put(field, value)));
    }

    /// Says whether the exporter of the GPU has begun to count from zero.
    private boolean isCountedAnew(Row row) {
        return observations.isNewLife(observed, row.millis());
    }

    private Optional<Double> told(Field field) {
        return Optional.ofNullable(told.get(field));
    }

    private void state(Evidence evidence, Field field, Row row, long at) {
        var told = row.values().get(field);
        if (told.isEmpty()) {
            return;
        }
        if (told.getAsDouble() != 0) {
            since.putIfAbsent(evidence, at);
        } else {
            var from = since.remove(evidence);
            if (from != null) {
                stood(evidence, from, at);
            }
        }
    }

    /// Returns the instant from which on the GPU could no longer be read, or could be read again where that is
    /// over.
    private long unread(Row row, boolean isOver) {
        var gap = before.map(last -> row.millis() - last.millis()).orElse(0L);
        var seen = before.map(last -> seen(last, row)).orElse(OptionalLong.of(0));
        if (seen.isEmpty() || seen.getAsLong() > gap) {
            return middle(row);
        }
        return isOver ? row.millis() - seen.getAsLong() : row.millis() - gap + seen.getAsLong();
    }

    /// Returns for how long the GPU was observed between two readings. This is zero where neither of them tells
    /// observed time, and empty where that is not known.
    private OptionalLong seen(Row last, Row row) {
        var isTold = isObserved(last) || isObserved(row);
        return isTold ? observations.between(last.millis(), row.millis()) : OptionalLong.of(0);
    }

    private boolean isObserved(Row row) {
        return !observations.at(row.millis()).isEmpty();
    }

    private long middle(Row row) {
        return before.map(last -> last.millis() + (row.millis() - last.millis()) / 2)
                .orElse(row.millis());
    }

    private void xids(Row row) {
        for (XidCount told : row.xids()) {
            var last = counted.put(told.xid(), told.count());
            var isNew = last == null ? isNew(told.xid()) : told.count() > last;
            if (isNew && Xids.BUILT_IN.isFatal(told.xid())) {
                since.putIfAbsent(new FatalXid(told.xid()), middle(row));
            }
        }
        latest(row).ifPresent(latest -> latest(row, (int) latest));
    }

    /// Returns the latest XID that a row tells. This is empty where XIDs are counted: there the latest one is
    /// shown beside the counts, for as long as the exporter likes, and says nothing more.
    static OptionalDouble latest(Row row) {
        return (row.values().said() & COUNTING) == 0 ? row.values().get(Field.LATEST_XID) : OptionalDouble.empty();
    }

    /// Says whether an XID of which nothing was told before is new evidence. At the first reading of all it is
    /// so only if it stood already.
    private boolean isNew(int xid) {
        return before.isPresent() || standing.contains(new FatalXid(xid));
    }

    /// Judges the latest XID where only that is told. As it may be shown for long, it counts when it is another
    /// than before.
    private void latest(Row row, int latest) {
        var isNew =
                told(Field.LATEST_XID).map(last -> last.intValue() != latest).orElse(isNew(latest));
        if (isNew && Xids.BUILT_IN.isFatal(latest)) {
            since.putIfAbsent(new FatalXid(latest), middle(row));
        } else if (isNew && latest == 0) {
            clearXids(middle(row));
        }
    }

    /// Returns when the GPU was back, if it was not read for so long that it has been reset, and is read again.
    /// That is judged by what its exporter has observed of it. Where nobody tells that, nor whether the GPU is
    /// lost, it is judged by the gap: this has to be a minute or more, and more than two of the usual
    /// intervals.
    private OptionalLong back(Row row) {
        if (!isRead(row)) {
            return OptionalLong.empty();
        }
        var gap = read == 0 ? 0 : row.millis() - read;
        var interval = usual;
        usual = gap > 0 ? gap : usual;
        read = row.millis();
        if (isObserved(row)) {
            return before.filter(Sickness::isRead).map(last -> back(last, row)).orElse(OptionalLong.empty());
        }
        var isLong = interval > 0 && gap >= BACK_MILLIS && gap > 2 * interval;
        return isLong && row.values().get(Field.LOST).isEmpty()
                ? OptionalLong.of(row.millis() - interval / 2)
                : OptionalLong.empty();
    }

    private static boolean isRead(Row row) {
        return (row.values().said() & READ) != 0;
    }

    /// Returns when the GPU was back between two readings, if it was not observed for a minute or more in
    /// between. An exporter that was away as well has begun from zero, and then nothing is known, or its
    /// observed time says so.
    private OptionalLong back(Row last, Row row) {
        var seen = observations.between(last.millis(), row.millis());
        return seen.stream()
                .filter(millis -> row.millis() - last.millis() - millis >= BACK_MILLIS)
                .map(millis -> row.millis() - millis / 2)
                .findFirst();
    }

    /// Says whether the driver wanted something done about the GPU before, and wants it no longer.
    private boolean isMended(Row row) {
        return told(Field.RECOVERY_ACTION).orElse(0.0) > 0
                && row.values().get(Field.RECOVERY_ACTION).orElse(-1) == 0;
    }

    private void clearXids(long at) {
        since.forEach((evidence, from) -> {
            if (evidence instanceof FatalXid) {
                stood(evidence, from, at);
            }
        });
        since.keySet().removeIf(evidence -> evidence instanceof FatalXid);
    }

    private void stood(Evidence evidence, long from, long to) {
        if (to > from) {
            found.add(new Evidence.During(new Span(from, to), evidence));
        }
    }
}
