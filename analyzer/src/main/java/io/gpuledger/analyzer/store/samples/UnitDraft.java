package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.analyzer.telemetry.XidCount;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// Collects what three tables say of a unit until its rows can be put together, which takes the names of its holders.
final class UnitDraft {
    /// A holding of which only the number of the holder is known so far.
    record Held(int holder, Optional<Share> share, OptionalDouble busy, OptionalDouble memory) {
        private Holding by(Map<Integer, Holder> holders) {
            var known = Optional.ofNullable(holders.get(holder))
                    .orElseThrow(() -> new IllegalStateException("no holder has the number " + holder));
            return new Holding(known, share, busy, memory);
        }
    }

    /// Something that was told at an instant.
    private record Told<T>(long millis, T what) {}

    private final List<Told<Values>> values = new ArrayList<>();
    private final List<Told<Held>> holdings = new ArrayList<>();
    private final List<Told<XidCount>> xids = new ArrayList<>();

    void sampled(long millis, Values told) {
        values.add(new Told<>(millis, told));
    }

    void held(long millis, Held held) {
        holdings.add(new Told<>(millis, held));
    }

    void counted(long millis, XidCount count) {
        xids.add(new Told<>(millis, count));
    }

    Stream<Integer> holders() {
        return holdings.stream().map(held -> held.what().holder());
    }

    /// Returns a row for each instant, with the unit as it was told to be then.
    List<Row> rows(Timeline<Unit> unit, Map<Integer, Holder> holders) {
        var rows = new ArrayList<Row>(values.size());
        var of = new Instants<>(values);
        var by = new Instants<>(holdings);
        var with = new Instants<>(xids);
        var held = List.<Held>of();
        var known = List.<Holding>of();
        while (true) {
            var millis = Math.min(of.next(), Math.min(by.next(), with.next()));
            if (millis == Long.MAX_VALUE) {
                return rows;
            }
            var now = by.take(millis);
            // Nearly always it is held by those who held it at the instant before.
            if (!now.equals(held)) {
                held = now;
                known = now.stream().map(one -> one.by(holders)).toList();
            }
            var told = of.take(millis);
            rows.add(new Row(
                    unit.at(millis).orElseThrow(),
                    millis,
                    told.isEmpty() ? Values.NONE : told.getFirst(),
                    known,
                    with.take(millis)));
        }
    }

    /// Goes through what was told, from instant to instant. It comes from the database in order.
    private static final class Instants<T> {
        private final List<Told<T>> told;
        private int at;

        Instants(List<Told<T>> told) {
            this.told = told;
            told.sort(Comparator.comparingLong(Told::millis));
        }

        /// Returns the next instant at which anything was told. Where nothing is left, that is the end of all time.
        long next() {
            return at < told.size() ? told.get(at).millis() : Long.MAX_VALUE;
        }

        /// Returns what was told at the next instant, if this is it.
        List<T> take(long millis) {
            if (next() != millis) {
                return List.of();
            }
            var first = told.get(at++).what();
            if (next() != millis) {
                return List.of(first);
            }
            var all = new ArrayList<T>();
            all.add(first);
            while (next() == millis) {
                all.add(told.get(at++).what());
            }
            return List.copyOf(all);
        }
    }
}
