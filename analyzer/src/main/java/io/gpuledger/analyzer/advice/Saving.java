package io.gpuledger.analyzer.advice;

import java.util.SortedMap;
import java.util.TreeMap;

/// What a change saves in a week, by the week that is reported. The range is what it would have saved in each
/// of the weeks that were looked at.
///
/// @param millis milliseconds of GPUs
/// @param least of any of the weeks
/// @param most of any of the weeks
/// @param cost millionths by currency; empty where nothing has a price
public record Saving(long millis, long least, long most, SortedMap<String, Long> cost) {
    public Saving {
        cost = new TreeMap<>(cost);
    }
}
