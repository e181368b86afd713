package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.stranded.Trace.Pod;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/// Plays the pods of a trace onto its nodes, in an order that is drawn, until more GPUs were asked for than there are,
/// and says how much was allocated and how much of the rest is a fragment. Pods that are lacking for that come a
/// second time. What comes out can be held against what the authors of the trace and of the paper have published.
public final class Placements {
    private static final List<Integer> PERCENTS = List.of(50, 80, 90, 100, 130);

    /// What stood when so many GPUs had been asked for, in percent of all GPUs.
    private record Point(double allocated, double fragment, double ratio) {}

    private enum Way {
        RANDOM,
        BEST_FIT,
        DESCENT;

        Chooser chooser(TypicalPods typical, Random random) {
            return switch (this) {
                case RANDOM -> Chooser.random(random);
                case BEST_FIT -> Chooser.bestFit();
                case DESCENT -> new Chooser.Descent(typical);
            };
        }

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private Placements() {}

    /// Plays each way with several seeds.
    ///
    /// @param args the file of nodes, that of pods, and how many seeds; 10 if it is not said
    public static void main(String[] args) throws IOException {
        if (args.length < 2) {
            System.err.println("name two files: NODES.csv PODS.csv [SEEDS]");
            System.exit(2);
        }
        var trace = Trace.read(Path.of(args[0]), Path.of(args[1]));
        var seeds = args.length > 2 ? Integer.parseInt(args[2]) : 10;
        var text = text(Machine.here().text(), trace, seeds);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "placements").matches(text);
        }
    }

    private static String text(String machine, Trace trace, int seeds) {
        var text = new StringBuilder("%s%n%n%,d nodes with %,d GPUs, %,d pods, %d seeds.%n%n"
                .formatted(
                        machine,
                        trace.nodes().size(),
                        trace.gpuMillis() / 1_000,
                        trace.pods().size(),
                        seeds));
        text.append("| asked for | way | allocated | fragments | of what is idle |\n|---:|---|---:|---:|---:|\n");
        Map<Way, List<Map<Integer, Point>>> played = new LinkedHashMap<>();
        for (var way : Way.values()) {
            var all = new ArrayList<Map<Integer, Point>>();
            for (var seed = 1; seed <= seeds; seed++) {
                all.add(play(trace, way, seed));
            }
            played.put(way, all);
        }
        for (var percent : PERCENTS) {
            played.forEach((way, all) -> text.append(String.format(
                    Locale.ROOT,
                    "| %d %% | %s | %s | %s | %s |%n",
                    percent,
                    way.words(),
                    mean(all.stream()
                            .map(one -> one.get(percent))
                            .map(Point::allocated)
                            .toList()),
                    mean(all.stream()
                            .map(one -> one.get(percent))
                            .map(Point::fragment)
                            .toList()),
                    mean(all.stream()
                            .map(one -> one.get(percent))
                            .map(Point::ratio)
                            .toList()))));
        }
        return text.toString();
    }

    /// Returns the mean, and the standard deviation beside it.
    private static String mean(List<Double> values) {
        var mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        var square = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .average()
                .orElseThrow();
        return String.format(Locale.ROOT, "%.2f ± %.2f %%", mean, Math.sqrt(square));
    }

    private static Map<Integer, Point> play(Trace trace, Way way, int seed) {
        var random = new Random(seed);
        var typical = TypicalPods.of(trace.pods().stream().map(Pod::shape));
        var cluster = new PlayedCluster(trace, typical, way.chooser(typical, random));
        var capacity = trace.gpuMillis();
        var points = new LinkedHashMap<Integer, Point>();
        var asked = 0L;
        for (var pod : arrivals(trace, random)) {
            for (var percent : PERCENTS) {
                if (!points.containsKey(percent) && (asked + pod.gpuMillis()) * 100 > percent * capacity) {
                    points.put(percent, point(cluster, (double) capacity));
                }
            }
            cluster.come(pod);
            asked += pod.gpuMillis();
        }
        PERCENTS.forEach(percent -> points.putIfAbsent(percent, point(cluster, (double) capacity)));
        return points;
    }

    private static Point point(PlayedCluster cluster, double capacity) {
        var fragment = cluster.fragmentation().fragmentMillis();
        var idle = capacity - cluster.allocatedMillis();
        return new Point(100 * cluster.allocatedMillis() / capacity, 100 * fragment / capacity, 100 * fragment / idle);
    }

    private static List<Pod> arrivals(Trace trace, Random random) {
        var most = PERCENTS.getLast() * trace.gpuMillis() / 100;
        var arrivals = new ArrayList<>(trace.pods());
        var asked = arrivals.stream().mapToLong(Pod::gpuMillis).sum();
        while (asked < most) {
            var again = trace.pods().get(random.nextInt(trace.pods().size()));
            arrivals.add(again);
            asked += again.gpuMillis();
        }
        Collections.shuffle(arrivals, random);
        return arrivals;
    }
}
