package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// Samples in order of time, with steps and values of all kinds that an encoding knows.
final class RandomSeries {
    /// Differences of steps around those at which their size changes.
    private static final long[] EDGES = {
        0, 1, 8_191, 8_192, 8_193, 65_535, 65_536, 65_537, 524_287, 524_288, 524_289, 1L << 40
    };

    private RandomSeries() {}

    static List<Kept> of(Random random, int count) {
        var samples = new ArrayList<Kept>(count);
        var millis = random.nextInt(4) == 0 ? random.nextLong(-1_000_000, 1_000_000) : 1_760_000_000_000L;
        var step = 1 + random.nextLong(30_000);
        var bits = bits(random, 0);
        for (var i = 0; i < count; i++) {
            samples.add(new Kept(millis, bits));
            step = step(random, step);
            millis += step;
            bits = bits(random, bits);
        }
        return samples;
    }

    private static long step(Random random, long last) {
        var change = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> random.nextInt(-20, 20);
            default -> EDGES[random.nextInt(EDGES.length)] * (random.nextBoolean() ? 1 : -1);
        };
        return last + change > 0 ? last + change : last + Math.abs(change);
    }

    private static long bits(Random random, long last) {
        return switch (random.nextInt(9)) {
            case 0, 1 -> last;
            case 2 -> random.nextLong();
            case 3 -> last ^ (1L << random.nextInt(64));
            case 4 -> last ^ (random.nextLong() >>> random.nextInt(64));
            case 5 -> Double.doubleToRawLongBits(random.nextInt(100));
            case 6 -> Double.doubleToRawLongBits(Samples.END);
            case 7 -> 0x7ff8_0000_0000_0000L | random.nextInt(1 << 20);
            default -> Double.doubleToRawLongBits(Double.longBitsToDouble(last) + 1);
        };
    }
}
