package io.gpuledger.simulator.truth;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Activity;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Load;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The story has one node with one GPU and lasts for some hours from a full one on; minutes and seconds count from
/// there.
final class OneNodeStory {
    static final String NODE = "node-1";
    static final String GPU = "GPU-1";
    private static final long BEGIN = 1_800_000L * 3600;

    private final Gpu gpu;
    private final int hours;
    private final List<Hold> holds = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();

    private OneNodeStory(Gpu gpu, int hours) {
        this.gpu = gpu;
        this.hours = hours;
    }

    static OneNodeStory of(Model model, int hours) {
        return new OneNodeStory(new Gpu(GPU, 0, model, List.of(), 1), hours);
    }

    static OneNodeStory shared(Model model, int replicas, int hours) {
        return new OneNodeStory(new Gpu(GPU, 0, model, List.of(), replicas), hours);
    }

    static OneNodeStory mig(Model model, int hours, String... profiles) {
        var layout = Arrays.stream(profiles)
                .map(name -> model.profile(name).orElseThrow())
                .toList();
        return new OneNodeStory(new Gpu(GPU, 0, model, layout, 1), hours);
    }

    /// @param time `minutes:seconds`
    static long at(String time) {
        var parts = time.split(":", 2);
        return BEGIN + Long.parseLong(parts[0]) * 60 + Long.parseLong(parts[1]);
    }

    static Span span(String from, String to) {
        return new Span(at(from), at(to));
    }

    OneNodeStory held(String pod, String from, String to, Activity activity) {
        return held(pod, 0, 1, Duration.ofMinutes(30), from, to, activity);
    }

    OneNodeStory held(
            String pod, int unit, int replicas, Duration idleAfter, String from, String to, Activity activity) {
        var workload = new Pod.Workload("Job", pod);
        var who = new Pod("uid-" + pod, "team-" + pod, pod, workload, "team-" + pod, idleAfter);
        Unit what = gpu.units().get(unit);
        holds.add(new Hold(who, what, replicas, at(from), span(from, to), activity));
        return this;
    }

    OneNodeStory but(Trouble trouble) {
        troubles.add(trouble);
        return this;
    }

    /// Returns so many thousandths all the time.
    static Activity works(int sm) {
        return _ -> load(sm);
    }

    /// Returns these levels, each from its time until the next.
    static Activity works(Map<String, Integer> levels) {
        var bySecond = new TreeMap<Long, Integer>();
        levels.forEach((time, sm) -> bySecond.put(at(time), sm));
        return second -> load(bySecond.floorEntry(second).getValue());
    }

    private static Load load(int sm) {
        return new Load(sm, sm, 0, 0, 0, 0, 0);
    }

    Book truth() {
        var node = new Node("cluster", NODE, List.of(gpu), 64, 1L << 40);
        var story = new Story(new Fleet(List.of(node)), new Span(BEGIN, BEGIN + hours * 3600L), holds, troubles);
        return Truth.of(story, Basis.SM_ACTIVE);
    }

    /// GPU-seconds by hour, state and pod, as `hour state pod` tells them; those of nobody without a pod.
    Map<String, Double> table() {
        var book = truth();
        var table = new TreeMap<String, Double>();
        book.parts().forEach((account, parts) -> {
            var line = "%d %s %s"
                    .formatted(
                            account.hour() - BEGIN / 3600,
                            account.state().word(),
                            account.owner().map(Pod::name).orElse(""))
                    .strip();
            table.merge(line, (double) parts / book.partsInSecond(account.gpu()), Double::sum);
        });
        return table;
    }

    static Predicate<Account> all() {
        return _ -> true;
    }
}
