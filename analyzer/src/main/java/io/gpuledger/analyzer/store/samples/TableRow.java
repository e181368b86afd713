package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Join;
import io.gpuledger.analyzer.telemetry.Values;

/// A row of a table, with the numbers that the database has for its unit and its holder.
sealed interface TableRow {
    int unit();

    /// Returns milliseconds since 1970.
    long millis();

    record Sample(int unit, long millis, Values values) implements TableRow {
        boolean isSame(Sample other) {
            return unit == other.unit && millis == other.millis;
        }

        Sample joined(Sample other) {
            return new Sample(unit, millis, Join.of(values, other.values));
        }
    }

    record Held(int unit, long millis, int holder, Holding holding) implements TableRow {
        boolean isSame(Held other) {
            return unit == other.unit && millis == other.millis && holder == other.holder;
        }

        Held joined(Held other) {
            return new Held(unit, millis, holder, Join.of(holding, other.holding));
        }
    }

    record Xid(int unit, long millis, int xid, long count) implements TableRow {
        boolean isSame(Xid other) {
            return unit == other.unit && millis == other.millis && xid == other.xid;
        }

        Xid joined(Xid other) {
            return new Xid(unit, millis, xid, Math.max(count, other.count));
        }
    }
}
