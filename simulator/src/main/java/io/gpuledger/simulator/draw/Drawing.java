package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Hold;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Queue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Plays a fleet's life forward: teams ask for workloads, those for which there is room begin, and end after their time
/// or with one of their nodes.
public final class Drawing {
    /// How much of the fleet is asked for.
    private static final double PRESSURE = 0.85;

    private static final int WAITING_MAX = 100;
    static final List<String> TEAMS = List.of("vision", "search", "speech", "robotics", "ads", "platform");

    /// Workloads are drawn as often as they stand here.
    private static final List<WorkloadKind> KINDS = List.of(
            WorkloadKind.TRAINING,
            WorkloadKind.SERVING,
            WorkloadKind.SERVING,
            WorkloadKind.DECODE,
            WorkloadKind.NOTEBOOK,
            WorkloadKind.NOTEBOOK,
            WorkloadKind.BATCH,
            WorkloadKind.BATCH,
            WorkloadKind.BATCH,
            WorkloadKind.BATCH,
            WorkloadKind.HUNG,
            WorkloadKind.CRASH_LOOP);

    /// A workload that waits for room since a second.
    private record Asked(WorkloadKind kind, int pods, long seconds, long since) {}

    /// This is a pod that runs on these units.
    private record Placed(Pod pod, List<Unit> units) {}

    /// All pods of a workload begin together, and end together.
    private record Running(WorkloadKind kind, List<Placed> pods, Set<String> nodes, long from) {}

    private final SplittableRandom random;
    private final Span span;
    private final Fleet fleet;
    private final Stock stock;
    private final Agenda agenda = new Agenda();
    private final Queue<Asked> waiting = new ArrayDeque<>();
    /// Workloads stand here by their number.
    private final SequencedMap<Integer, Running> running = new LinkedHashMap<>();
    /// The numbers of those that have a pod there.
    private final Map<String, NavigableSet<Integer>> byNode = new HashMap<>();

    /// So much time passes from one workload to the next that all of them together ask for what they should.
    private final double secondsBetween;

    private final List<Hold> holds = new ArrayList<>();
    /// When pods were asked for that had to wait, by their ids.
    private final Map<String, Long> late = new LinkedHashMap<>();

    private final long seed;
    private int workloads;

    private Drawing(long seed, int nodes, Span span) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.span = span;
        this.fleet = Hardware.draw(random, nodes);
        this.stock = new Stock(fleet);
        this.secondsBetween = secondsBetween(fleet);
    }

    public static Story of(long seed, int nodes, Span span) {
        return new Drawing(seed, nodes, span).story();
    }

    private Story story() {
        var mishaps = new Mishaps(random.split(), span);
        fleet.nodes().forEach(mishaps::draw);
        mishaps.eachClosed((node, when) -> {
            agenda.enter(when.from(), () -> stock.close(node));
            agenda.enter(when.to(), () -> stock.open(node));
        });
        mishaps.eachDown((node, when) -> agenda.enter(when.from(), () -> fail(node)));
        agenda.enter(span.from(), this::beginInTheMiddle);
        agenda.playUntil(span.to());
        List.copyOf(running.keySet()).forEach(this::end);
        // What waits is drawn from a stream of its own, so that it changes nothing of what is held.
        return new Backlog(new Story(fleet, span, holds, mishaps.troubles()), late, new SplittableRandom(~seed))
                .story();
    }

    /// Begins as many workloads as there will be later, each somewhere in its life.
    private void beginInTheMiddle() {
        var mean = KINDS.stream().mapToLong(WorkloadKind::meanSeconds).average().orElseThrow();
        IntStream.range(0, (int) (mean / secondsBetween)).forEach(_ -> ask(random.nextDouble()));
        askAgain();
    }

    private void askAgain() {
        var wait = 1 + (long) (-StrictMath.log(1 - random.nextDouble()) * secondsBetween);
        agenda.enter(agenda.now() + wait, () -> {
            ask(1);
            askAgain();
        });
    }

    private static double secondsBetween(Fleet fleet) {
        var units = fleet.gpus()
                .mapToInt(gpu -> gpu.units().size() * gpu.replicas())
                .sum();
        var asked = KINDS.stream()
                .mapToDouble(WorkloadKind::meanUnitSeconds)
                .average()
                .orElseThrow();
        return asked / (PRESSURE * units);
    }

    /// @param part of its time that is still to come
    private void ask(double part) {
        var kind = KINDS.get(random.nextInt(KINDS.size()));
        var seconds = Math.max(60, (long) (kind.seconds(random) * part));
        var asked = new Asked(kind, kind.pods(random), seconds, agenda.now());
        if (!begin(asked) && waiting.size() < WAITING_MAX) {
            waiting.add(asked);
        }
    }

    private boolean begin(Asked asked) {
        var places = stock.take(asked.kind(), asked.pods());
        places.ifPresent(units -> begin(asked, units));
        return places.isPresent();
    }

    private void begin(Asked asked, List<List<Unit>> places) {
        var team = TEAMS.get(random.nextInt(TEAMS.size()));
        var workload = new Pod.Workload(
                asked.kind().controller(), asked.kind().pattern().word() + "-" + ++workloads);
        var pods = new ArrayList<Placed>();
        for (var units : places) {
            var name = workload.name() + "-" + pods.size();
            var uid = new UUID(random.nextLong(), random.nextLong()).toString();
            if (asked.since() < agenda.now()) {
                late.put(uid, asked.since());
            }
            pods.add(new Placed(
                    new Pod(uid, team, name, workload, team, asked.kind().idleAfter()), units));
        }
        var number = workloads;
        var nodes = nodes(pods);
        running.put(number, new Running(asked.kind(), pods, nodes, agenda.now()));
        nodes.forEach(node -> byNode.computeIfAbsent(node, _ -> new TreeSet<>()).add(number));
        agenda.enter(agenda.now() + asked.seconds(), () -> endOnTime(number));
    }

    private void endOnTime(int number) {
        if (running.containsKey(number)) {
            end(number);
            var again = new ArrayList<>(waiting);
            waiting.clear();
            again.stream().filter(asked -> !begin(asked)).forEach(waiting::add);
        }
    }

    private void fail(String node) {
        List.copyOf(byNode.getOrDefault(node, new TreeSet<>())).forEach(this::end);
    }

    private Set<String> nodes(List<Placed> pods) {
        return pods.stream()
                .flatMap(pod -> pod.units().stream())
                .map(stock::node)
                .collect(Collectors.toSet());
    }

    private void end(int number) {
        var workload = Objects.requireNonNull(running.remove(number));
        workload.nodes()
                .forEach(node -> Objects.requireNonNull(byNode.get(node)).remove(number));
        var held = new Span(workload.from(), agenda.now());
        for (var pod : workload.pods()) {
            for (var unit : pod.units()) {
                var seed = pod.pod().uid().hashCode() * 31L + unit.id().hashCode();
                var activity = workload.kind()
                        .pattern()
                        .from(held.from(), seed, unit.gpu().replicas());
                holds.add(new Hold(pod.pod(), unit, 1, held.from(), held, activity));
                stock.give(unit);
            }
        }
    }
}
