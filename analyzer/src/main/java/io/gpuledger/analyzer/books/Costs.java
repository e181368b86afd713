package io.gpuledger.analyzer.books;

import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Ledger;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// What the entries of an hour of a GPU cost: together as much as its time, each by its part of that, and the
/// millionths that rounding leaves go to those who lost most by it.
final class Costs {
    private Costs() {}

    /// In the order of the entries.
    ///
    /// @param micros what an hour costs
    static long[] of(List<Entry> entries, long micros) {
        var costs = new long[entries.size()];
        var rests = new long[entries.size()];
        var millis = 0L;
        var given = 0L;
        for (var i = 0; i < costs.length; i++) {
            var product = Math.multiplyExact(micros, entries.get(i).millis());
            costs[i] = product / Ledger.HOUR;
            rests[i] = product % Ledger.HOUR;
            given += costs[i];
            millis += entries.get(i).millis();
        }
        var all = Math.multiplyExact(micros, millis) / Ledger.HOUR;
        IntStream.range(0, costs.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> -rests[i]))
                .limit(all - given)
                .forEach(i -> costs[i]++);
        return costs;
    }
}
