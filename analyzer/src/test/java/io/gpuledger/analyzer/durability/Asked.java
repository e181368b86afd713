package io.gpuledger.analyzer.durability;

import java.util.concurrent.ThreadLocalRandom;

/// What a program that kills was asked for: how often to kill, and the seed, any if it is not said.
record Asked(int count, long seed) {
    static Asked by(String[] args, int usualCount) {
        return new Asked(
                args.length > 0 ? Integer.parseInt(args[0]) : usualCount,
                args.length > 1
                        ? Long.parseLong(args[1])
                        : ThreadLocalRandom.current().nextLong(1_000_000));
    }
}
