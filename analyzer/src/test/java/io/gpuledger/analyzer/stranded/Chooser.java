package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.stranded.PlayedCluster.Spot;
import io.gpuledger.analyzer.stranded.PlayedCluster.Standing;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Chooses where a pod goes, of all nodes that it fits on: there is at least one.
interface Chooser {
    Comparator<Standing> FULLEST = Comparator.comparingDouble(Chooser::left).thenComparing(Standing::name);

    Spot choose(List<Standing> nodes, PodShape pod);

    /// Takes any node, and there any GPU.
    static Chooser random(Random random) {
        return (nodes, pod) -> {
            var node = nodes.get(random.nextInt(nodes.size()));
            var gpus = PlayedCluster.gpusFor(node.left(), pod);
            return new Spot(node, gpus.get(random.nextInt(gpus.size())));
        };
    }

    /// Takes that after which least is a fragment: "fragmentation gradient descent", of the paper that
    /// [Fragmentation] follows. As the scheduler of its authors does, it counts the difference as a whole number
    /// from 0 to 100, and takes the first by name of those that are alike.
    final class Descent implements Chooser {
        private record Move(Remainder node, PodShape pod) {}

        private record Scored(int score, List<Integer> gpus) {}

        private final TypicalPods typical;
        private final Map<Remainder, Double> fragments = new HashMap<>();
        private final Map<Move, Scored> scored = new HashMap<>();

        Descent(TypicalPods typical) {
            this.typical = typical;
        }

        @Override
        public Spot choose(List<Standing> nodes, PodShape pod) {
            var best = nodes.getFirst();
            var most = new Scored(-1, List.of());
            for (var node : nodes) {
                var next = scored.computeIfAbsent(new Move(node.left(), pod), this::score);
                var isFirstOfAlike = next.score() == most.score() && node.name().compareTo(best.name()) < 0;
                if (next.score() > most.score() || isFirstOfAlike) {
                    best = node;
                    most = next;
                }
            }
            return new Spot(best, most.gpus());
        }

        private Scored score(Move move) {
            var best = new Scored(-1, List.of());
            for (var gpus : PlayedCluster.gpusFor(move.node(), move.pod())) {
                var after = PlayedCluster.without(move.node(), move.pod(), gpus);
                var lower = (fragment(move.node()) - fragment(after)) / 1_000;
                var score = (int) (100 / (1 + Math.exp(-lower)));
                if (score > best.score()) {
                    best = new Scored(score, gpus);
                }
            }
            return best;
        }

        private double fragment(Remainder node) {
            return fragments.computeIfAbsent(
                    node, one -> Fragmentation.of(one, typical).fragmentMillis());
        }
    }

    /// Takes the node on which the least is left, and there the GPU of which the least is left.
    static Chooser bestFit() {
        return (nodes, pod) -> {
            var fullest = nodes.stream().min(FULLEST).orElseThrow();
            var left = fullest.left().gpuMillis();
            var gpus = PlayedCluster.gpusFor(fullest.left(), pod).stream()
                    .min(Comparator.comparingInt(
                            some -> some.stream().mapToInt(left::get).sum()))
                    .orElseThrow();
            return new Spot(fullest, gpus);
        };
    }

    /// Cores and GPUs count alike, each as a part of the most that a node of the trace has.
    private static double left(Standing node) {
        return node.left().idleMillis() / 8_000.0 + node.left().cpuMillis() / 128_000.0;
    }
}
