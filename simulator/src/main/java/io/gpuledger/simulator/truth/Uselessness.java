package io.gpuledger.simulator.truth;

import io.gpuledger.simulator.cluster.Changes;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.NodeState;
import io.gpuledger.simulator.cluster.PodLife;
import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.fleet.Unit;
import io.gpuledger.simulator.story.Chapter;
import io.gpuledger.simulator.story.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Which units of a node are of no use to the pods that are expected, while nobody holds them, and why: from one change
/// of anything on or about the node to the next.
///
/// Which of several that are alike these are is not known: they are taken in the order of their GPUs' names.
final class Uselessness {
    private static final long DAY = 86_400;

    private final Chapter chapter;
    private final ExpectedPods expected;
    private final List<PodLife> pods;
    private final List<Unit> units;
    private final Map<Gpu, Weather> weathers = new HashMap<>();
    private final Changes changes;
    private final List<Map<Unit, Cause>> causes = new ArrayList<>();

    Uselessness(Chapter chapter, Cluster cluster, ExpectedPods expected, Span span) {
        this.chapter = chapter;
        this.expected = expected;
        this.pods = cluster.pods().stream()
                .filter(life -> node(life).filter(chapter.node().name()::equals).isPresent())
                .toList();
        this.units = chapter.node().gpus().stream()
                .sorted(Comparator.comparing(Gpu::uuid))
                .flatMap(gpu -> gpu.units().stream())
                .toList();
        chapter.node().gpus().forEach(gpu -> weathers.put(gpu, Weather.of(gpu, chapter)));
        this.changes = new Changes(seconds(span));
        for (var place = 0; place < changes.count(); place++) {
            causes.add(find(changes.second(place)));
        }
    }

    private static Optional<String> node(PodLife life) {
        return life.placed().flatMap(state -> state.placement()).map(Placement::node);
    }

    private long[] seconds(Span span) {
        var spans = Stream.of(
                        Stream.of(span),
                        pods.stream().map(PodLife::onNode),
                        chapter.holds().values().stream().flatMap(List::stream).map(hold -> hold.span()),
                        chapter.troubles().stream().map(trouble -> trouble.span()))
                .flatMap(some -> some)
                .flatMapToLong(some -> LongStream.of(some.from(), some.to()));
        var days = LongStream.iterate(Math.ceilDiv(span.from(), DAY) * DAY, day -> day < span.to(), day -> day + DAY);
        return LongStream.concat(spans, days)
                .filter(second -> span.from() <= second && second < span.to())
                .toArray();
    }

    /// Returns why a unit is of no use at a second, if it is.
    Optional<Cause> of(Unit unit, long second) {
        return Optional.ofNullable(causes.get(changes.placeAt(second)).get(unit));
    }

    private Map<Unit, Cause> find(long second) {
        var free = new TreeMap<String, List<Unit>>();
        for (var unit : units) {
            if (isFree(unit, second)) {
                free.computeIfAbsent(Resource.of(unit), _ -> new ArrayList<>()).add(unit);
            }
        }
        var found = new HashMap<Unit, Cause>();
        if (!free.isEmpty()) {
            var room = new Room(NodeState.at(second, chapter), left(second));
            free.forEach((resource, some) -> find(room, resource, some, second, found));
        }
        return found;
    }

    private boolean isFree(Unit unit, long second) {
        return chapter.of(unit).stream().noneMatch(hold -> hold.span().contains(second))
                && Optional.ofNullable(weathers.get(unit.gpu())).orElseThrow().ofNobody(second) == State.FREE;
    }

    /// What is advertised several times is of no use where no part of it is.
    private void find(Room room, String resource, List<Unit> some, long second, Map<Unit, Cause> found) {
        var parts = some.getFirst().gpu().replicas();
        var causes = room.causes(resource, some.size() * parts, expected.at(second));
        for (var place = 0; (place + 1) * parts <= causes.size(); place++) {
            found.put(some.get(place), causes.get(place * parts));
        }
    }

    private Map<String, Long> left(long second) {
        var left = new HashMap<>(NodeState.at(second, chapter).allocatable());
        for (var life : pods) {
            if (life.onNode().contains(second)) {
                life.begin().requests().forEach((resource, amount) -> left.merge(resource, -amount, Long::sum));
                left.merge(Resource.PODS, -1L, Long::sum);
            }
        }
        left.replaceAll((_, amount) -> Math.max(0, amount));
        return left;
    }
}
