package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.DcgmFields;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.dcgm.DcgmFieldTable.Source;
import io.gpuledger.exporter.device.dcgm.FieldValue.Content;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Picks one entity's values out of what DCGM said of all, and makes readings of them.
///
/// DCGM's activities are means over its own interval, which began and ended when DCGM looked. So each is told once: a
/// value that DCGM has not renewed since says nothing of the time that has passed. A gauge may stand for longer, until
/// it is stale.
final class Readout {
    private final Entity entity;
    private final Watches watches;
    private final Map<Pace, Latest> latest;
    private final Intervals intervals;
    /// The times of the activities that were told last.
    private final Map<Quantity, Long> told;

    Readout(Entity entity, Watches watches, Map<Pace, Latest> latest, Intervals intervals, Map<Quantity, Long> told) {
        this.entity = entity;
        this.watches = watches;
        this.latest = latest;
        this.intervals = intervals;
        this.told = told;
    }

    Map<Quantity, Reading> quantities(List<Source> sources) {
        var readings = new EnumMap<Quantity, Reading>(Quantity.class);
        for (var source : sources) {
            if (latest.containsKey(source.quantity().pace())) {
                readings.put(source.quantity(), reading(source));
            }
        }
        return readings;
    }

    private Reading reading(Source source) {
        var pace = source.quantity().pace();
        if (source.quantity().kind() == Kind.ACTIVITY && isTold(source, pace)) {
            return Absent.NO_DATA;
        }
        return switch (content(source.field(), pace)) {
            case Content.Amount(double number) -> Reading.of(source.inBaseUnit(number));
            case Content.Missing(Absent why) -> why;
            // No quantity is a text.
            case Content.Text _ -> Absent.FAILED;
        };
    }

    /// Whether this very value was told before.
    private boolean isTold(Source source, Pace pace) {
        return latest(pace)
                .of(entity, source.field())
                .filter(value -> value.content() instanceof Content.Amount)
                .map(value -> Long.valueOf(value.micros()).equals(told.put(source.quantity(), value.micros())))
                .orElse(false);
    }

    private Content content(int field, Pace pace) {
        return watches.refusal(entity, field)
                .<Content>map(Content.Missing::new)
                .orElseGet(() -> latest(pace)
                        .of(entity, field)
                        .map(value -> isStale(value, pace) ? new Content.Missing(Absent.NO_DATA) : value.content())
                        .orElse(new Content.Missing(Absent.FAILED)));
    }

    private boolean isStale(FieldValue value, Pace pace) {
        return value.content() instanceof Content.Amount
                && latest(pace).ageMicros(value) > intervals.longestAge(pace).toNanos() / 1000;
    }

    private Latest latest(Pace pace) {
        var of = latest.get(pace);
        if (of == null) {
            throw new IllegalStateException("nobody asked for " + pace);
        }
        return of;
    }

    /// What a counters file wants, in DCGM's own units.
    DcgmFields fields(Collection<Integer> wanted) {
        var fast = new HashMap<Integer, Reading>();
        var slow = new HashMap<Integer, Reading>();
        var texts = new HashMap<Integer, String>();
        for (int field : wanted) {
            var pace = DcgmFieldTable.pace(field);
            if (latest.containsKey(pace)) {
                var numbers = pace == Pace.FAST ? fast : slow;
                switch (content(field, pace)) {
                    case Content.Amount(double number) -> numbers.put(field, Reading.of(number));
                    case Content.Text(String text) -> texts.put(field, text);
                    case Content.Missing(Absent why) -> numbers.put(field, why);
                }
            }
        }
        return new DcgmFields(fast, slow, texts);
    }
}
