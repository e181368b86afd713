package io.gpuledger.analyzer.booking;

import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.time.Hour;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Works out what the entries of an hour of a GPU cost. Together they cost as much as their time does; each costs its
/// part of that, and the millionths that rounding leaves are given to the entries that lost most by it.
final class Costs {
    private Costs() {}

    /// The costs are in the order of the entries.
    ///
    /// @param micros what an hour costs, in millionths of a currency
    static long[] of(List<Entry> entries, long micros) {
        var costs = new long[entries.size()];
        var rests = new long[entries.size()];
        var millis = 0L;
        var given = 0L;
        for (var i = 0; i < costs.length; i++) {
            var product = Math.multiplyExact(micros, entries.get(i).millis());
            costs[i] = product / Hour.MILLIS;
            rests[i] = product % Hour.MILLIS;
            given += costs[i];
            millis += entries.get(i).millis();
        }
        var all = Math.multiplyExact(micros, millis) / Hour.MILLIS;
        IntStream.range(0, costs.length)
                .boxed()
                .sorted(Comparator.comparingLong(i -> -rests[i]))
                .limit(all - given)
                .forEach(i -> costs[i]++);
        return costs;
    }
}
