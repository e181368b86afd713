package io.gpuledger.analyzer.advice;

import java.util.SortedMap;
import java.util.TreeMap;

/// The GPU time and the money that a change would have saved in the week that is reported, and the range of what
/// it would have saved in the weeks that were looked at.
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
