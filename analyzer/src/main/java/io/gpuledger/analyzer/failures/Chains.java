package io.gpuledger.analyzer.failures;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// Things that come one soon after the other.
final class Chains {
    private Chains() {}

    /// Returns the same things in parts: within a part each comes at most so long after the one before it.
    ///
    /// @param things sorted by when they come
    static <T> List<List<T>> of(List<T> things, ToLongFunction<T> when, long apart) {
        var chains = new ArrayList<List<T>>();
        for (var thing : things) {
            if (chains.isEmpty()
                    || when.applyAsLong(thing)
                                    - when.applyAsLong(chains.getLast().getLast())
                            > apart) {
                chains.add(new ArrayList<>());
            }
            chains.getLast().add(thing);
        }
        return chains;
    }
}
