package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.Usage;
import io.gpuledger.analyzer.ledger.Usage.Activity;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes how units were used. All of an hour of a GPU is written together, as entries are.
final class UsageTables {
    private static final String DELETE = """
        delete from gpu_ledger.usage old
        using unnest(?::int[], ?::bigint[], ?::bigint[]) as gone (gpu_id, since, until)
        where old.gpu_id = gone.gpu_id and old.hour >= 'epoch'::timestamptz + gone.since * interval '1 ms'
            and old.hour < 'epoch'::timestamptz + gone.until * interval '1 ms'
            and old.hour >= to_timestamp(? / 1000.0) and old.hour < to_timestamp(? / 1000.0)
        """;
    private static final String MEASURES =
            Measure.ALL.stream().map(Measure::word).collect(Collectors.joining(", "));
    /// The counts of minutes come as one array of each row, which is read once (`offset 0`): twenty arrays of columns
    /// that have next to nothing in them are slower.
    private static final String INSERT = """
        insert into gpu_ledger.usage
            (hour, memory_peak_bytes, memory_total_bytes, gpu_id, unit_id, owner_id, millis, minutes, low_minutes,
            high_minutes, idle_runs, shared, %1$s, %4$s)
        select 'epoch'::timestamptz + hour * interval '1 ms', memory_peak_bytes, memory_total_bytes, gpu_id, unit_id,
            owner_id, millis, minutes, low_minutes, high_minutes, idle_runs::int[], nullif(shared = 1, false), %2$s, %5$s
        from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[], ?::int[],
                ?::int[], ?::text[], ?::int[], ?::text[], %3$s)
            as told (hour, memory_peak_bytes, memory_total_bytes, gpu_id, unit_id, owner_id, millis, minutes,
                low_minutes, high_minutes, idle_runs, shared, twentieths, %1$s)
        cross join lateral (select told.twentieths::smallint[] as of offset 0) parts
        order by hour, gpu_id
        """.formatted(
            MEASURES,
            Measure.ALL.stream().map(measure -> measure.word() + "::real").collect(Collectors.joining(", ")),
            Measure.ALL.stream().map(_ -> "?::text[]").collect(Collectors.joining(", ")),
            String.join(", ", Activity.COLUMNS),
            IntStream.rangeClosed(1, Activity.PARTS)
                    .mapToObj(part -> "nullif(parts.of[" + part + "], 0)")
                    .collect(Collectors.joining(", ")));

    private record Line(KnownGpu gpu, Usage usage, int owner) {}

    private UsageTables() {}

    /// @param all the first and the last of the hours
    static void replace(Session session, Collection<GpuHours> hours, Span all, EntryNames names)
            throws DatabaseException {
        new Query<>(session, hours)
                .numbers(gpu -> gpu.gpu().id())
                .numbers(gpu -> gpu.window().from())
                .numbers(gpu -> gpu.window().to())
                .number(all.from())
                .number(all.to())
                .execute(DELETE);
        insert(session, lines(hours, names));
    }

    private static List<Line> lines(Collection<GpuHours> hours, EntryNames names) {
        var lines = new ArrayList<Line>();
        for (var gpu : hours) {
            for (var usage : gpu.usages()) {
                names.knownOwner(gpu.gpu().gpu().cluster(), usage.owner())
                        .ifPresent(owner -> lines.add(new Line(gpu.gpu(), usage, owner)));
            }
        }
        return lines;
    }

    private static void insert(Session session, List<Line> lines) throws DatabaseException {
        var units = new HashMap<UnitId, Integer>();
        lines.forEach(line -> line.gpu().units().forEach((id, unit) -> units.put(unit.id(), id)));
        var rows = new Query<>(session, lines)
                .numbers(line -> line.usage().hour())
                .optionalNumbers(line -> optional(line.usage().memoryPeak()))
                .optionalNumbers(line -> optional(line.usage().memoryTotal()))
                .numbers(line -> line.gpu().id())
                .optionalNumbers(
                        line -> Optional.ofNullable(units.get(line.usage().unit())))
                .numbers(Line::owner)
                .numbers(line -> line.usage().seen())
                .numbers(minutes(Activity::all))
                .numbers(minutes(Activity::low))
                .numbers(minutes(Activity::high))
                .texts(line -> idle(line.usage()))
                .numbers(line -> line.usage().isShared() ? 1 : 0)
                .texts(line -> twentieths(line.usage().minutes()));
        for (var measure : Measure.ALL) {
            rows.optionalTexts(line ->
                    Optional.ofNullable(line.usage().means().get(measure)).map(String::valueOf));
        }
        rows.execute(INSERT);
    }

    private static Function<Line, Number> minutes(ToIntFunction<Activity> count) {
        return line -> count.applyAsInt(line.usage().minutes());
    }

    private static Optional<Long> optional(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    private static String twentieths(Activity minutes) {
        return minutes.twentieths().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    private static String idle(Usage usage) {
        return usage.idle().stream()
                .map(run -> (run.from() - usage.hour()) + "," + (run.to() - usage.hour()))
                .collect(Collectors.joining(",", "{", "}"));
    }
}
