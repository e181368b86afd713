package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The energy that a GPU took between two readings, spread evenly over that time.
///
/// It is the difference of the driver's counter, where that is told: the counter goes on whatever becomes of the
/// exporter, until the driver is loaded anew. Else it follows from the power, a value of which holds as long as that of
/// any other gauge ([Gauged]).
record Energy(Span span, double joules) {
    /// Returns the energy of a device, sorted by time and without overlaps.
    ///
    /// @param rows of a device, sorted by time
    static List<Energy> of(List<Row> rows) {
        var counted = counted(rows);
        var powered = Gauged.energy(rows, row -> isTold(row, Field.POWER_WATTS) && !isTold(row, Field.ENERGY_JOULES));
        if (powered.isEmpty()) {
            return counted;
        }
        var known = counted.stream().map(Energy::span).toList();
        var all = new ArrayList<>(counted);
        powered.forEach(energy -> energy.span().without(known).forEach(gap -> all.add(energy.within(gap))));
        all.sort(Comparator.comparingLong(energy -> energy.span().from()));
        return all;
    }

    private static List<Energy> counted(List<Row> rows) {
        var counted = new ArrayList<Energy>(rows.size());
        var last = Optional.<Row>empty();
        for (var row : rows) {
            if (isTold(row, Field.ENERGY_JOULES)) {
                last.flatMap(before -> between(before, row)).ifPresent(counted::add);
                last = Optional.of(row);
            }
        }
        return counted;
    }

    private static Optional<Energy> between(Row before, Row now) {
        var joules = value(now) - value(before);
        return joules >= 0 && Reach.joins(before.millis(), now.millis())
                ? Optional.of(new Energy(new Span(before.millis(), now.millis()), joules))
                : Optional.empty();
    }

    private static boolean isTold(Row row, Field field) {
        return (row.values().said() & field.bit()) != 0;
    }

    private static double value(Row row) {
        return row.values().or(Field.ENERGY_JOULES, 0);
    }

    double joules(Span part) {
        return joules * part.millis() / span.millis();
    }

    private Energy within(Span part) {
        return new Energy(part, joules(part));
    }
}
