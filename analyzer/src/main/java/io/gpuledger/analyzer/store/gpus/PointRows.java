package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.store.gpus.GpuCourse.UnitCourse;
import io.gpuledger.analyzer.store.gpus.GpuTables.Unit;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import java.util.ArrayList;
import java.util.OptionalDouble;

/// Sums the readings of a unit up, piece by piece of time.
///
/// Activity is the difference of counters over that of the observed time, where an exporter counts: it is put into the
/// piece in which the later of two readings lies. Else it is the mean of gauges. The best that is told counts: SM
/// before engine before the driver's utilization.
final class PointRows {
    /// How long before the time a reading may lie from which the first difference is taken.
    private static final long BEFORE = 10 * 60_000;

    private static final String ROWS = """
        with told as (
            select ts, observed_ms - lag(observed_ms) over (order by ts) as observed,
                sm_active_ms - lag(sm_active_ms) over (order by ts) as sm,
                engine_active_ms - lag(engine_active_ms) over (order by ts) as engine,
                busy_ms - lag(busy_ms) over (order by ts) as busy,
                tensor_active_ms - lag(tensor_active_ms) over (order by ts) as tensor,
                coalesce(sm_active_ratio, engine_active_ratio, utilization_ratio) as gauge, tensor_active_ratio,
                memory_used_bytes, memory_total_bytes, power_watts, power_limit_watts, temperature_celsius
            from gpu_ledger.sample
            where unit_id = ? and ts >= 'epoch'::timestamptz + ? * interval '1 ms'
                and ts < 'epoch'::timestamptz + ? * interval '1 ms'
        ), seen as (
            select *, floor((extract(epoch from ts) * 1000 - ?) / ?)::bigint as piece,
                coalesce(sm, engine, busy) as active, observed > 0 and coalesce(sm, engine, busy) >= 0 as is_counted
            from told
        )
        select piece,
            coalesce(least(1, sum(active) filter (where is_counted)
                / nullif(sum(observed) filter (where is_counted), 0)), avg(gauge))::float8,
            coalesce(least(1, sum(tensor) filter (where is_counted and tensor >= 0)
                / nullif(sum(observed) filter (where is_counted and tensor >= 0), 0)), avg(tensor_active_ratio))::float8,
            max(memory_used_bytes)::float8, avg(power_watts)::float8, max(temperature_celsius)::float8,
            max(memory_total_bytes)::float8, max(power_limit_watts)::float8
        from seen
        where piece >= 0
        group by piece
        order by piece
        """;

    private final ReadSession reading;
    private OptionalDouble memoryTotal = OptionalDouble.empty();
    private OptionalDouble powerLimit = OptionalDouble.empty();

    PointRows(ReadSession reading) {
        this.reading = reading;
    }

    UnitCourse of(Unit unit, GpuQuestion question) throws DatabaseException {
        var window = question.window();
        var points = new ArrayList<GpuPoint>();
        new Query<>(reading.session())
                .number(unit.id())
                .number(window.from() - BEFORE)
                .number(window.to())
                .number(window.from())
                .number(question.step())
                .query(ROWS, row -> points.add(point(row, question)));
        return new UnitCourse(unit.instance(), unit.profile(), memoryTotal, powerLimit, points);
    }

    private GpuPoint point(ResultRow row, GpuQuestion question) throws DatabaseException {
        memoryTotal = later(memoryTotal, row.optionalDouble(7));
        powerLimit = later(powerLimit, row.optionalDouble(8));
        return new GpuPoint(
                question.window().from() + row.longNumber(1) * question.step(),
                row.optionalDouble(2),
                row.optionalDouble(3),
                row.optionalDouble(4),
                row.optionalDouble(5),
                row.optionalDouble(6));
    }

    private static OptionalDouble later(OptionalDouble one, OptionalDouble other) {
        return other.isPresent() ? other : one;
    }
}
