package io.gpuledger.analyzer.benchmark;

import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// A story in which all that happens, happens at a scrape: pods take and leave their GPU then, and do the same all the
/// time. So there is but one way to book it, and a ledger has to be exact to the millisecond.
final class PlainStory {
    static final int GPUS_OF_NODE = 8;

    /// 2026-11-09, a Monday.
    private static final long BEGIN = 1_794_182_400;
    /// Some before the week and some after it: what is known at the edges of a story is less than what is true there.
    private static final int HOURS = 168 + 3;

    private static final long HOUR = 3600;
    private static final int LEAST_STEPS = 3;
    private static final List<String> TEAMS =
            List.of("ads", "platform", "robotics", "search", "speech", "vision", "maps", "fraud", "video", "lab");
    private static final List<String> WORK = List.of("0%", "0.5%", "35%", "62.5%", "90%", "100%");

    private final Random random;
    private final int stepSeconds;
    private final StringBuilder script = new StringBuilder();

    private PlainStory(Random random, int stepSeconds) {
        this.random = random;
        this.stepSeconds = stepSeconds;
    }

    static Story of(int nodes, int stepSeconds, long seed) {
        var plain = new PlainStory(new Random(seed), stepSeconds);
        IntStream.range(0, nodes).forEach(plain::node);
        return Script.read(plain.script.toString(), new Span(BEGIN, BEGIN + HOURS * HOUR));
    }

    /// A week of it.
    static Span week() {
        return new Span(BEGIN + HOUR, BEGIN + HOUR + 168 * HOUR);
    }

    private void node(int number) {
        script.append("node n%d h100 %d%n".formatted(number, GPUS_OF_NODE));
        IntStream.range(0, GPUS_OF_NODE).forEach(gpu -> gpu("n%d/%d".formatted(number, gpu)));
    }

    /// One pod after the other, at once or after a while.
    private void gpu(String gpu) {
        var steps = HOURS * HOUR / stepSeconds;
        for (var at = pause(); at + LEAST_STEPS < steps; ) {
            var until = Math.min(steps - 1, at + LEAST_STEPS + random.nextInt(hours(random.nextInt(4) == 0 ? 24 : 3)));
            script.append("pod p%s-%d %s on %s from %ds to %ds doing %s%n"
                    .formatted(
                            gpu.replace('/', '-'),
                            at,
                            TEAMS.get(random.nextInt(TEAMS.size())),
                            gpu,
                            at * stepSeconds,
                            until * stepSeconds,
                            WORK.get(random.nextInt(WORK.size()))));
            at = until + pause();
        }
    }

    private long pause() {
        return random.nextBoolean() ? 0 : random.nextInt(hours(6));
    }

    /// Returns how many steps there are in so many hours.
    private int hours(int hours) {
        return Math.toIntExact(hours * HOUR / stepSeconds);
    }
}
