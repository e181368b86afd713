package io.gpuledger.simulator.draw;

import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.cluster.Usage;
import io.gpuledger.simulator.cluster.Usage.Use;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.schedule.Reason;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Gang;
import io.gpuledger.simulator.story.Gate;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws a cluster's pods that wait in vain: of each kind one after the other, and members of gangs for which there is
/// no room beside those that hold.
final class Strays {
    private static final Duration SHORTEST = Duration.ofHours(2);
    private static final Duration LONGEST = Duration.ofHours(30);
    private static final Duration APART = Duration.ofHours(4);
    /// What waits for less is not worth telling.
    private static final Duration LEAST = Duration.ofMinutes(5);

    private static final Duration STEP = Duration.ofMinutes(15);
    /// For so long a reason is looked for that is not always there.
    private static final Duration SEARCHED = Duration.ofDays(1);

    /// Of so many workloads of several pods one lacks members.
    private static final int LACKING = 3;

    private final Cluster cluster;
    private final Scheduler scheduler;
    private final Span span;
    private final RandomGenerator random;
    /// How many GPUs each team holds, by its name.
    private final Map<String, Usage> usages = new HashMap<>();

    private final List<Wait> waits = new ArrayList<>();

    Strays(Cluster cluster, Scheduler scheduler, Span span, RandomGenerator random) {
        this.cluster = cluster;
        this.scheduler = scheduler;
        this.span = span;
        this.random = random;
    }

    List<Wait> draw() {
        for (var kind : StrayKind.values()) {
            draw(kind);
        }
        cluster.pods().stream()
                .filter(life -> life.begin().pod().workload().kind().equals("PyTorchJob"))
                .collect(Collectors.groupingBy(
                        life -> life.begin().pod().workload(), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(_ -> random.nextInt(LACKING) == 0)
                .forEach(this::drawMembers);
        return waits;
    }

    private void draw(StrayKind kind) {
        for (var at = span.from() + between(Duration.ZERO, APART); at < span.to(); at += between(LEAST, APART)) {
            var search = new Span(at, Math.min(span.to(), at + SEARCHED.toSeconds()));
            var longest = between(SHORTEST, LONGEST);
            var ask = kind.ask(node(kind));
            var team = Drawing.TEAMS.get(random.nextInt(Drawing.TEAMS.size()));
            var isQueued = kind.reason() == Reason.QUOTA;
            var found = isQueued
                    ? overQuota(team, ask.units(), search, longest)
                    : inVain(kind.reason(), ask, search, longest);
            var gate = isQueued ? Optional.of(Gate.QUEUE) : Optional.<Gate>empty();
            found.ifPresent(when -> {
                var workload = new Pod.Workload("Job", "%s-%s-%d".formatted(cluster.name(), kind.word(), waits.size()));
                add(pod(team, workload, 0), ask, when, gate, Optional.empty());
            });
            at = found.map(Span::to).orElse(search.to());
        }
    }

    /// Whoever looks for whole nodes does so among nodes of any kind, the others among those of the first.
    private Node node(StrayKind kind) {
        var chapters = cluster.chapters();
        return chapters.get(kind.reason() == Reason.FRAGMENTATION ? random.nextInt(chapters.size()) : 0)
                .node();
    }

    private long between(Duration shortest, Duration longest) {
        return random.nextLong(shortest.toSeconds(), longest.toSeconds());
    }

    private Pod pod(String team, Pod.Workload workload, int number) {
        var uid = new UUID(random.nextLong(), random.nextLong()).toString();
        return new Pod(uid, team, workload.name() + "-" + number, workload, team, Duration.ofMinutes(30));
    }

    private void add(Pod pod, Ask ask, Span when, Optional<Gate> gate, Optional<Gang> gang) {
        waits.add(new Wait(pod, cluster.name(), ask, when, gate, gang));
    }

    /// Returns when such a pod waits for that reason at first, and until it would fit.
    private Optional<Span> inVain(Reason reason, Ask ask, Span search, long longest) {
        var seconds = Stream.iterate(search.from(), at -> at < search.to(), at -> at + STEP.toSeconds());
        return scheduler.first(reason, ask, seconds).flatMap(at -> untilRoom(ask, from(at, longest)));
    }

    private Span from(long at, long longest) {
        return new Span(at, Math.min(span.to(), at + longest));
    }

    private Optional<Span> untilRoom(Ask ask, Span longest) {
        var end = scheduler.roomFrom(ask, longest);
        return worthTelling(longest.from(), end.orElse(longest.to()));
    }

    private static Optional<Span> worthTelling(long from, long to) {
        return to - from >= LEAST.toSeconds() ? Optional.of(new Span(from, to)) : Optional.empty();
    }

    /// A queue has as much quota as the team ever holds at once. Returns when there is not enough left of it.
    private Optional<Span> overQuota(String team, long units, Span search, long longest) {
        var held = usages.computeIfAbsent(team, this::usage);
        var enough = held.greatest() - units;
        return boxed(held.firstOver(enough, search)).flatMap(at -> {
            var rest = from(at, longest);
            return worthTelling(at, held.firstWithin(enough, rest).orElse(rest.to()));
        });
    }

    private Usage usage(String team) {
        return new Usage(cluster.pods().stream()
                .filter(life -> life.begin().pod().namespace().equals(team))
                .map(life -> new Use(life.onNode(), life.begin().ask().amount(Resource.GPU)))
                .toList());
    }

    private static Optional<Long> boxed(OptionalLong second) {
        return second.isPresent() ? Optional.of(second.getAsLong()) : Optional.empty();
    }

    /// The members that wait ask for the same as those that hold.
    private void drawMembers(List<PodLife> holding) {
        var first = holding.getFirst();
        var lacking = 1 + random.nextInt(2);
        var state = first.begin();
        var workload = state.pod().workload();
        untilRoom(state.ask(), first.onNode()).ifPresent(when -> {
            var gang = Optional.of(new Gang(workload.name(), holding.size() + lacking));
            for (var number = holding.size(); number < holding.size() + lacking; number++) {
                add(pod(state.pod().team(), workload, number), state.ask(), when, Optional.empty(), gang);
            }
        });
    }
}
