package io.gpuledger.simulator.page;

import java.util.SplittableRandom;

/// One of so many scrapes fails, and none where the number is 0.
public record FailingScrapes(int oneOf) {
    public boolean hits(int node, long second) {
        return oneOf > 0 && new SplittableRandom(second * 1_000_003 + node).nextInt(oneOf) == 0;
    }
}
