package io.gpuledger.analyzer.moves;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.Surroundings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;

/// A cluster of nodes of 8 GPUs that is nearly full, of which no node has all of its GPUs free.
record LargeCluster(Places places, List<PlacedPod> pods) {
    private static final long CORES = 128_000;

    static LargeCluster of(int nodes) {
        var random = new Random(1);
        var places = new ArrayList<Place>();
        var pods = new ArrayList<PlacedPod>();
        for (var i = 0; i < nodes; i++) {
            var node = "node-" + i;
            var amounts = new TreeMap<>(Map.of(Resource.CPU, CORES, Resource.PODS, 110L, Cases.GPU, 8L));
            var taken = new TreeMap<>(Map.of(Resource.CPU, 8_000L, Resource.PODS, 12L));
            for (var left = 8 - random.nextInt(3); left > 0; ) {
                var gpus = Math.min(left, List.of(1, 1, 2, 4, 8).get(random.nextInt(5)));
                var ask = ask(gpus);
                pods.add(new PlacedPod(
                        "team-" + random.nextInt(40),
                        "pod-" + pods.size(),
                        node,
                        ask,
                        Optional.of("Job/some"),
                        0,
                        random.nextInt(1_000_000),
                        Optional.empty(),
                        random.nextInt(10) == 0 ? Optional.of(Stay.VOLUME) : Optional.empty()));
                ask.requests().forEach((resource, amount) -> taken.merge(resource, amount, Long::sum));
                taken.merge(Resource.PODS, 1L, Long::sum);
                left -= gpus;
            }
            places.add(new Place(
                    node,
                    new NodeState(true, false, List.of(), amounts, amounts, new TreeMap<>(), Optional.empty()),
                    taken));
        }
        return new LargeCluster(new Places(places, Surroundings.NONE), pods);
    }

    static Ask ask(long gpus) {
        return new Ask(
                Optional.empty(),
                new TreeMap<>(Map.of(Cases.GPU, gpus, Resource.CPU, 12_000 * gpus)),
                new TreeMap<>(),
                Optional.empty(),
                List.of());
    }

    /// Returns the milliseconds of CPU time that something takes, the best of some rounds.
    static double best(Supplier<Object> work) {
        var best = Double.MAX_VALUE;
        for (var round = 0; round < 5; round++) {
            var begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            if (work.get().equals(Optional.empty())) {
                throw new IllegalStateException("there is always an answer");
            }
            best = Math.min(best, (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / 1e6);
        }
        return best;
    }
}
