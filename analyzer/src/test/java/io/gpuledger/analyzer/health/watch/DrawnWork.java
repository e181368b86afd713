package io.gpuledger.analyzer.health.watch;

import java.util.Random;

/// Pods whose duty cycles are spread as those of Alibaba's cluster of 2020 are: a third never work, three quarters are
/// below 10 %, one of twenty is above 50 %. Each is there for minutes to days.
final class DrawnWork implements Work {
    private static final double MOST_MINUTES = 3.0 * 24 * 60;

    private record Drawn(boolean isFree, int minutes, double duty, double memory, Random random) implements Stay {
        @Override
        public double activity(int minute) {
            return isFree ? 0 : Math.clamp(duty * (1 + 0.5 * random.nextGaussian()), 0, 1);
        }

        @Override
        public double memory(int minute) {
            return memory;
        }
    }

    @Override
    public Stay next(Random random) {
        var isFree = random.nextDouble() < 0.2;
        var minutes = 6 + (int) Math.min(MOST_MINUTES, 30 * Math.exp(1.5 * random.nextGaussian()));
        var part = random.nextDouble();
        var duty = part < 0.345
                ? 0
                : part < 0.754 ? 0.1 * random.nextDouble() : part < 0.95 ? 0.1 + 0.4 * random.nextDouble() : 0.75;
        return new Drawn(isFree, minutes, duty, isFree ? 0 : 0.1 + 0.8 * random.nextDouble(), random);
    }
}
