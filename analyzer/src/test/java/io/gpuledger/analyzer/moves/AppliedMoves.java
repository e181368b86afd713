package io.gpuledger.analyzer.moves;

import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.story.Ask;
import io.gpuledger.simulator.story.Span;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/// Lists of moves for drawn clusters, each of them applied in the simulator, of which the scheduler shares no code with
/// the search.
public final class AppliedMoves {
    private static final long BEGIN = 1_790_035_200;
    private static final long DAY = 86_400;
    private static final List<Integer> NODES = List.of(8, 16, 32);

    /// What came of it.
    ///
    /// @param lengths how many lists there were, by how many moves
    /// @param smallest how many of them are proven to be the smallest
    /// @param none how many times no list was found although pods could go to make the room
    /// @param open in how many of these the search ended at its bound of work
    record Result(SortedMap<Integer, Integer> lengths, int smallest, int none, int open) {
        /// Returns how many lists have so many moves.
        int between(int from, int to) {
            return lengths.subMap(from, to + 1).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
        }
    }

    private final int wanted;
    private final SortedMap<Integer, Integer> lengths = new TreeMap<>();
    private int lists;
    private int smallest;
    private int none;
    private int open;

    private AppliedMoves(int wanted) {
        this.wanted = wanted;
    }

    /// Applies lists, and measures the search in a large cluster.
    ///
    /// @param args how many lists; 1,000, if it is not said
    public static void main(String[] args) {
        var wanted = args.length == 0 ? 1_000 : Integer.parseInt(args[0]);
        var text = text(wanted, run(wanted), LargeCluster.of(12_500));
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "moves").matches(text);
        }
    }

    private static String text(int wanted, Result result, LargeCluster cluster) {
        var search = new MoveSearch(cluster.places(), cluster.pods(), 0);
        var list = search.find(LargeCluster.ask(8), 0);
        var found = LargeCluster.best(() -> search.find(LargeCluster.ask(8), 0));
        var never = LargeCluster.best(() -> search.find(LargeCluster.ask(9), 0));
        var closer = LargeCluster.best(() -> Repacking.of(cluster.places(), cluster.pods()));
        return String.format(
                Locale.ROOT,
                """
                %s

                | figure | |
                |---|---:|
                | lists that were applied, and made the room | %,d of %,d |
                | of these with 1, 2, 3, 4 to 8 moves | %d, %d, %d, %d |
                | proven to be the smallest | %d |
                | searches without a list although pods could go | %d |
                | of these ended by the bound of work | %d |
                | room for 8 GPUs on 12,500 nodes with %,d pods: %d moves | %.0f ms |
                | the same for 9 GPUs, which no node has | %.0f ms |
                | all of these pods put closer together | %.0f ms |
                """,
                Machine.here().text(),
                wanted,
                wanted,
                result.between(1, 1),
                result.between(2, 2),
                result.between(3, 3),
                result.between(4, 8),
                result.smallest(),
                result.none(),
                result.open(),
                cluster.pods().size(),
                list.moves().size(),
                found,
                never,
                closer);
    }

    /// Throws [AssertionError] at the first list that does not make the room, or that moves what has to stay.
    static Result run(int wanted) {
        var run = new AppliedMoves(wanted);
        for (var seed = 1L; run.lists < wanted; seed++) {
            run.draw(seed);
        }
        return new Result(run.lengths, run.smallest, run.none, run.open);
    }

    private void draw(long seed) {
        var random = new Random(seed);
        var story = Drawing.of(seed, NODES.get((int) (seed % NODES.size())), new Span(BEGIN, BEGIN + 14 * DAY));
        for (var cluster : Cluster.of(story).values()) {
            for (var at = 0; at < 6; at++) {
                var simulated = SimulatedCluster.of(cluster, BEGIN + DAY + random.nextLong(12 * DAY), random);
                for (var ask : drawn(simulated, random)) {
                    if (lists < wanted) {
                        look(simulated, ask, seed);
                    }
                }
            }
        }
    }

    private void look(SimulatedCluster simulated, Ask ask, long seed) {
        var list = find(simulated, ask);
        if (list.node().isPresent() && !list.moves().isEmpty()) {
            apply(
                    simulated,
                    ask,
                    list,
                    "seed %d, second %d, %s: %s".formatted(seed, simulated.second(), ask.requests(), list.moves()));
            lists++;
            lengths.merge(list.moves().size(), 1, Integer::sum);
            smallest += list.isSmallest() ? 1 : 0;
        } else if (list.node().isEmpty() && list.atLeast().isPresent()) {
            none++;
            open += list.isExhaustive() ? 0 : 1;
        }
    }

    /// Some that pods of the cluster ask for, and a whole node.
    private static List<Ask> drawn(SimulatedCluster simulated, Random random) {
        var asks = simulated.asks();
        var drawn = new ArrayList<Ask>();
        for (var i = 0; i < 6; i++) {
            var ask = asks.get(random.nextInt(asks.size()));
            drawn.add(ask);
            ask.unitResource().ifPresent(units -> drawn.add(ask.with(units, 1L << (1 + random.nextInt(3)))));
        }
        return drawn;
    }

    private static MoveList find(SimulatedCluster simulated, Ask ask) {
        var pods = List.copyOf(simulated.pods().keySet());
        return new MoveSearch(simulated.places(), pods, simulated.second() * 1_000)
                .find(SimulatedCluster.ask(ask), SimulatedCluster.priority(ask));
    }

    private static void apply(SimulatedCluster simulated, Ask ask, MoveList list, String what) {
        var second = simulated.second();
        var uids = simulated.pods();
        var now = simulated.cluster();
        require(new Scheduler(now).roomFrom(ask, new Span(second, second + 1)).isEmpty(), what + ": there was room");
        var evicted = new HashMap<String, Integer>();
        for (var move : list.moves()) {
            var pod = move.pod();
            var uid = Optional.ofNullable(uids.get(pod)).orElseThrow();
            var its = now.podsAt(second).stream()
                    .filter(one -> one.pod().uid().equals(uid))
                    .findFirst()
                    .orElseThrow();
            require(new Scheduler(now).hasRoom(move.to(), its.ask(), second), what + ": no room for " + pod.name());
            require(its.gang().isEmpty() && its.maker().isPresent(), what + ": it had to stay: " + pod.name());
            require(
                    SimulatedCluster.priority(its.ask()) <= SimulatedCluster.priority(ask),
                    what + ": its priority is higher: " + pod.name());
            evicted.merge(pod.namespace(), 1, Integer::sum);
            now = now.moving(uid, move.to(), second);
        }
        require(new Scheduler(now).hasRoom(list.node().orElseThrow(), ask, second), what + ": no room was made");
        evicted.forEach((namespace, count) -> Optional.ofNullable(
                        simulated.budgets().get(namespace))
                .ifPresent(budget -> require(count <= budget.allowed(), what + ": " + budget + " is broken")));
    }

    /// The packaged program runs without the libraries of tests.
    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
