package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Turns samples into rows: one for each unit and instant of which anything is told, also where no value of it is good.
/// For one thread at a time, and used again and again, as what it needs for a row is larger than the row.
public final class Collector {
    /// A clock that is further ahead is wrong.
    private static final Duration AHEAD_MAX = Duration.ofMinutes(10);

    /// Activities of instances are known to be somewhat more than all there is.
    private static final double CLAMPED_MAX = 2;

    private static final double CLAMPED_MIN = -0.01;

    /// The rows and statements of one origin are collected here until they make a batch.
    private static final class Draft {
        private final List<Row> rows = new ArrayList<>();
        private final List<Statement> statements = new ArrayList<>(0);
    }

    private final List<RowBuilder> builders = new ArrayList<>();
    /// Where the builder of a subject and instant is, by hash; one more than its place, 0 for nothing.
    private int[] index = new int[64];

    /// The exporters that said when they started.
    private final Set<Exporter> started = Collections.newSetFromMap(new IdentityHashMap<>());

    private int rows;
    private long mapped;
    private long duplicate;
    private long clamped;
    private long notANumber;
    private long implausible;
    private long future;
    private Optional<String> example = Optional.empty();

    /// Returns the rows of what a reader has just read.
    ///
    /// @param samples those that the reader found for the mapping
    /// @param nowMillis the instant of samples that say none
    public Collected collect(Mapping mapping, Samples samples, long nowMillis) {
        clear();
        var latest = nowMillis + AHEAD_MAX.toMillis();
        for (int i = 0; i < samples.size(); i++) {
            var millis = samples.isTimed(i) ? samples.millis(i) : nowMillis;
            var slot = samples.slot(i);
            if (millis > latest) {
                future++;
                refuse(() -> "a sample of " + Instant.ofEpochMilli(millis));
            } else {
                put(mapping.subject(slot), mapping.cell(slot), samples.value(i), millis);
            }
        }
        stamp();
        return new Collected(batches(), tally());
    }

    private void clear() {
        Arrays.fill(index, 0);
        started.clear();
        rows = 0;
        mapped = 0;
        duplicate = 0;
        clamped = 0;
        notANumber = 0;
        implausible = 0;
        future = 0;
        example = Optional.empty();
    }

    private void put(Subject subject, Cell cell, double value, long millis) {
        switch (subject) {
            case Subject.OfUnit of -> {
                // Whatever is told of it, and be it refused: the unit is there, and whoever is named holds it.
                var row = row(of.unit(), millis);
                row.says(of.description());
                of.heldBy().ifPresent(row::heldBy);
                put(of.unit(), row, cell, value);
            }
            case Exporter exporter -> started(exporter, value, millis);
        }
    }

    private void started(Exporter exporter, double seconds, long millis) {
        if (seconds > 0 && seconds <= Field.STARTED_SECONDS.max()) {
            exporter.started(seconds, millis);
            started.add(exporter);
            mapped++;
        } else {
            implausible++;
            refuse(() -> "an exporter's start at " + seconds);
        }
    }

    /// Says of rows of which life of their exporter they are; of those that came before that was known, afterwards.
    private void stamp() {
        for (int i = 0, last = rows; i < last; i++) {
            var row = builders.get(i);
            if (row.isCounted()) {
                row.unit().exporter().startOf(row.unit(), row.millis()).ifPresent(row::started);
            }
        }
        for (var exporter : started) {
            for (var row : exporter.found()) {
                exporter.start(row.millis()).ifPresent(row(row.unit(), row.millis())::started);
            }
        }
    }

    private void put(ExportedUnit unit, RowBuilder row, Cell cell, double value) {
        switch (cell) {
            case Cell.Measure measure -> measure(unit, row, measure, value);
            case Cell.Held held -> held(unit, row, held, value);
            case Cell.Busy busy -> {
                row.heldBy(busy.holder());
                if (isPlausible(Field.BUSY_SECONDS, unit, value)) {
                    row.busy(busy.holder(), value);
                }
            }
            case Cell.Memory memory -> {
                row.heldBy(memory.holder());
                if (isPlausible(Field.MEMORY_USED_BYTES, unit, value)) {
                    row.memory(memory.holder(), value);
                }
            }
            case Cell.Xid xid -> xid(unit, row, xid, value);
            case Cell.OfTrait of -> {
                if (isNumber(unit, value)) {
                    row.trait(of.trait(), value);
                    mapped++;
                }
            }
            case Cell.Described _ -> mapped++;
        }
    }

    private void held(ExportedUnit unit, RowBuilder row, Cell.Held cell, double value) {
        if (isNumber(unit, value)) {
            if (value > 0) {
                row.share(cell.holder(), cell.share());
            }
            mapped++;
        }
    }

    private void measure(ExportedUnit unit, RowBuilder row, Cell.Measure cell, double raw) {
        if (!isNumber(unit, raw)) {
            return;
        }
        var rule = cell.rule();
        var field = rule.field();
        var value = raw * rule.scale();
        if (value > field.max() || value < field.min()) {
            if (!field.isRatio() || value > CLAMPED_MAX || value < CLAMPED_MIN) {
                implausible++;
                refuse(() -> "%s %s of %s".formatted(field.column(), raw, unit.id()));
                return;
            }
            value = Math.clamp(value, 0, 1);
            clamped++;
        }
        if (row.put(rule, cell.summand(), value)) {
            mapped++;
        } else {
            duplicate++;
        }
    }

    private boolean isNumber(ExportedUnit unit, double value) {
        if (Double.isNaN(value)) {
            notANumber++;
            refuse(() -> "NaN of " + unit.id());
            return false;
        }
        return true;
    }

    private boolean isPlausible(Field field, ExportedUnit unit, double value) {
        if (!isNumber(unit, value)) {
            return false;
        }
        if (value >= field.min() && value <= field.max()) {
            mapped++;
            return true;
        }
        implausible++;
        refuse(() -> "%s %s of a holder of %s".formatted(field.column(), value, unit.id()));
        return false;
    }

    /// Those that never came are not told of: they are most.
    private void xid(ExportedUnit unit, RowBuilder row, Cell.Xid cell, double value) {
        if (isPlausible(Field.ECC_CORRECTED_ERRORS, unit, value) && value > 0) {
            row.xid(cell.xid(), (long) value);
        }
    }

    private void refuse(Supplier<String> what) {
        if (example.isEmpty()) {
            example = Optional.of(what.get());
        }
    }

    private RowBuilder row(ExportedUnit unit, long millis) {
        var mask = index.length - 1;
        var at = RowBuilder.place(unit, millis) & mask;
        while (index[at] != 0) {
            var builder = builders.get(index[at] - 1);
            if (builder.isOf(unit, millis)) {
                return builder;
            }
            at = (at + 1) & mask;
        }
        return begin(unit, millis, at);
    }

    private RowBuilder begin(ExportedUnit unit, long millis, int at) {
        if (rows == builders.size()) {
            builders.add(new RowBuilder(unit, millis));
        } else {
            builders.get(rows).begin(unit, millis);
        }
        index[at] = ++rows;
        var row = builders.get(rows - 1);
        if (rows * 2 > index.length) {
            grow();
        }
        return row;
    }

    private void grow() {
        index = new int[index.length * 2];
        var mask = index.length - 1;
        for (int i = 0; i < rows; i++) {
            var at = builders.get(i).place() & mask;
            while (index[at] != 0) {
                at = (at + 1) & mask;
            }
            index[at] = i + 1;
        }
    }

    private List<Batch> batches() {
        var byOrigin = new LinkedHashMap<String, Draft>();
        for (int i = 0; i < rows; i++) {
            var row = builders.get(i);
            var draft = byOrigin.computeIfAbsent(row.unit().origin(), _ -> new Draft());
            draft.rows.add(row.row());
            row.news().ifPresent(draft.statements::add);
        }
        var batches = new ArrayList<Batch>();
        byOrigin.forEach((origin, draft) -> batches.add(new Batch(origin, draft.rows, draft.statements)));
        return batches;
    }

    private Tally tally() {
        return new Tally(mapped, duplicate, clamped, notANumber, implausible, future, example);
    }
}
