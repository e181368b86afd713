package io.gpuledger.exporter;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/// What fuzz tests begin with: new ones each time, `-Dfuzz.seeds=N` of them, or from `-Dfuzz.seed=S` on.
public final class FuzzSeeds {
    private FuzzSeeds() {}

    public static Stream<Long> seeds() {
        var seeds = Integer.getInteger("fuzz.seeds", 4);
        var first = Long.getLong("fuzz.seed", System.nanoTime());
        return IntStream.range(0, seeds).mapToObj(seed -> first + seed);
    }
}
