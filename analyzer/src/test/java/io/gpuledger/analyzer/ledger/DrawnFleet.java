package io.gpuledger.analyzer.ledger;

import java.util.List;
import java.util.stream.IntStream;

/// GPUs that were drawn together. In one fleet of twenty all happens once a minute, when it is
/// told, so that there is but one way to book it.
record DrawnFleet(long seed, List<DrawnGpu> gpus) {
    static final int SIZE = 8;

    static boolean isCoarse(long seed) {
        return Math.floorMod(seed, 20) == 0;
    }

    static DrawnFleet of(long seed) {
        var dice = new Dice(seed, isCoarse(seed) ? 60_000 : 1);
        return new DrawnFleet(
                seed,
                IntStream.range(0, SIZE)
                        .mapToObj(i -> GpuDraw.of(dice, "GPU-%d-%d".formatted(seed, i)))
                        .toList());
    }
}
