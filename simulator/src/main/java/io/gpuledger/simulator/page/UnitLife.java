package io.gpuledger.simulator.page;

import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.List;

/// A unit as an exporter has seen it since it started.
final class UnitLife {
    /// A hold, and what came of it while the unit was seen.
    static final class Tenure {
        private final Hold hold;
        private long busyMillis;
        private int memory;

        private Tenure(Hold hold) {
            this.hold = hold;
        }

        Hold hold() {
            return hold;
        }

        /// Returns for how long the kernels of the hold ran.
        long busyMillis() {
            return busyMillis;
        }

        /// Returns the memory that is held, in thousandths of the unit's.
        int memory() {
            return memory;
        }

        private Load at(long second) {
            var load = hold.activity().at(second);
            busyMillis += load.engine();
            memory = load.memory();
            return load;
        }
    }

    private final Unit unit;
    /// The holds are in the order in which they begin.
    private final List<Hold> holds;
    private final List<Tenure> tenures = new ArrayList<>();
    private int next;
    private Count count = Count.NOTHING;
    private Load latest = Load.NONE;

    UnitLife(Unit unit, List<Hold> holds) {
        this.unit = unit;
        this.holds = holds;
    }

    Unit unit() {
        return unit;
    }

    /// What follows is later than all that was asked for before.
    void see(Span span) {
        for (var from = span.from(); from < span.to(); ) {
            var to = Math.min(span.to(), untilChange(from));
            for (var second = from; second < to; second++) {
                see(second);
            }
            from = to;
        }
    }

    private void see(long second) {
        var load = Load.NONE;
        for (var tenure : tenures) {
            load = load.plus(tenure.at(second));
        }
        latest = load;
        count = count.plus(load);
    }

    /// Returns when somebody comes or goes next.
    private long untilChange(long second) {
        var change = tenures(second).stream()
                .mapToLong(tenure -> tenure.hold().span().to())
                .min()
                .orElse(Long.MAX_VALUE);
        return next < holds.size() ? Math.min(change, holds.get(next).span().from()) : change;
    }

    /// Returns the tenures of those who hold the unit at a second.
    List<Tenure> tenures(long second) {
        tenures.removeIf(tenure -> tenure.hold().span().to() <= second);
        for (; next < holds.size() && holds.get(next).span().from() <= second; next++) {
            if (holds.get(next).span().contains(second)) {
                tenures.add(new Tenure(holds.get(next)));
            }
        }
        return tenures;
    }

    /// Whether nobody holds it in all that time.
    boolean isFree(Span span) {
        return holds.stream().allMatch(hold -> hold.span().within(span).seconds() == 0);
    }

    Count count() {
        return count;
    }

    /// Returns the load of the second that was seen last.
    Load latest() {
        return latest;
    }

    /// Returns the part of the memory that its holders mean to take.
    double memory() {
        return (double) latest.memory() / Load.ALL;
    }
}
