package io.gpuledger.analyzer.store.questions;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Where the sums of a time are found: in those of days and quarters of days as far as they are there, the longest
/// first, and in those of the hours that are left. Each hour is in exactly one of them.
///
/// @param longer the times that sums of several hours are of
/// @param hours what is left
record SummedTime(List<Longer> longer, List<Span> hours) {
    private static final String COLUMNS = "hour, millis, uncertain_millis, energy_millijoules, cost_micros, cluster_id,"
            + " team_id, sku_id, state, settled, cause, currency";

    /// @param hours how many hours are summed up in each sum
    record Longer(long hours, List<Span> spans) {}

    /// @param summed the spans that are summed up, of which those of one length have no overlaps, and one that meets a
    ///     shorter one contains it
    static SummedTime of(Span window, List<Span> summed) {
        var byLength = new TreeMap<Long, List<Span>>(summed.stream().collect(groupingBy(Span::millis)));
        var longer = new ArrayList<Longer>();
        var left = List.of(window);
        for (var ofLength : byLength.descendingMap().entrySet()) {
            var before = left;
            var taken = Span.union(ofLength.getValue().stream()
                    .filter(span ->
                            before.stream().anyMatch(one -> one.within(span).equals(span)))
                    .toList());
            if (!taken.isEmpty()) {
                longer.add(new Longer(ofLength.getKey() / Hour.MILLIS, taken));
                left = before.stream()
                        .flatMap(span -> span.without(taken).stream())
                        .toList();
            }
        }
        return new SummedTime(longer, left);
    }

    /// Returns what to read of, in the place of a table.
    String sql() {
        if (longer.isEmpty()) {
            return "gpu_ledger.hour_sum entry";
        }
        var parts = new ArrayList<String>();
        longer.forEach(part ->
                parts.add(part("span_sum", "hours = %d and (%s)".formatted(part.hours, of(part.spans)))));
        if (!hours.isEmpty()) {
            parts.add(part("hour_sum", of(hours)));
        }
        return parts.stream().collect(joining(" union all", "(", ") entry"));
    }

    private static String part(String table, String condition) {
        return "\n select %s from gpu_ledger.%s where %s".formatted(COLUMNS, table, condition);
    }

    private static String of(List<Span> spans) {
        return spans.stream()
                .map(span -> "hour >= %s and hour < %s".formatted(LedgerSql.at(span.from()), LedgerSql.at(span.to())))
                .collect(joining(" or "));
    }
}
