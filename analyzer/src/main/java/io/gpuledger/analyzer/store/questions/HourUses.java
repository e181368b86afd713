package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.advice.WorkedHour.Use;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.Usage.Activity;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Span;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Reads how workloads used what they held, hour by hour.
final class HourUses {
    private static final int MEANS = 14;
    private static final int MINUTES = MEANS + Measure.ALL.size();

    /// Means are divided by the database: that costs it as much as to send what they are divided by. Hours that were
    /// summed up before all of this was told have no units.
    private static final String USES = """
        select u.workload_id, (date_part('epoch', u.hour) * 1000)::bigint, u.units, u.pods, u.pod_units, u.pod_used_units,
            u.pod_active_units, u.millis, u.peaks, u.memory_peak_bytes, u.memory_total_bytes, u.shared_units, u.crowding,
            %s, %s
        from unnest(?::int[]) as asked (workload_id)
        join gpu_ledger.usage_sum u on u.workload_id = asked.workload_id
            and u.hour >= to_timestamp(? / 1000.0) and u.hour < to_timestamp(? / 1000.0)
        where u.units is not null and u.millis > 0
        """.formatted(
                    Measure.ALL.stream()
                            .map(measure -> "u.%1$s / nullif(u.%1$s_millis, 0)".formatted(measure.word()))
                            .collect(Collectors.joining(", ")),
                    Activity.COLUMNS.stream().map("u."::concat).collect(Collectors.joining(", ")));

    @FunctionalInterface
    interface Each {
        void accept(int workload, long hour, Use use);
    }

    private HourUses() {}

    static void each(ReadSession reading, Collection<Integer> workloads, Span window, Each each)
            throws DatabaseException {
        new Query<>(reading.session(), workloads)
                .numbers(id -> id).number(window.from()).number(window.to()).stream(USES, row -> {
                    reading.requireTime();
                    each.accept(row.number(1), row.longNumber(2), use(row));
                });
    }

    private static Use use(ResultRow row) throws DatabaseException {
        return new Use(
                row.number(3),
                row.number(4),
                row.number(5),
                row.number(6),
                row.number(7),
                row.longNumber(8),
                means(row),
                minutes(row),
                row.optionalDouble(9).orElse(0),
                optional(row, 10),
                optional(row, 11),
                row.number(12),
                row.optionalDouble(13));
    }

    private static Map<Measure, Double> means(ResultRow row) throws DatabaseException {
        var means = new EnumMap<Measure, Double>(Measure.class);
        for (var i = 0; i < Measure.ALL.size(); i++) {
            var mean = row.optionalDouble(MEANS + i);
            if (mean.isPresent()) {
                means.put(Measure.ALL.get(i), mean.getAsDouble());
            }
        }
        return means;
    }

    private static List<Long> minutes(ResultRow row) throws DatabaseException {
        var minutes = new Long[Activity.PARTS];
        for (var i = 0; i < minutes.length; i++) {
            minutes[i] = row.longNumber(MINUTES + i);
        }
        return List.of(minutes);
    }

    private static OptionalLong optional(ResultRow row, int column) throws DatabaseException {
        return row.optionalLongNumber(column).map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
