package io.gpuledger.analyzer.stranded;

import io.gpuledger.analyzer.booking.BookedShare;
import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/// Measures what it costs to say which GPUs of a large cluster are stranded, in memory: CPU time of one thread, the
/// best of some rounds.
public final class Judged {
    private static final int ROUNDS = 7;
    private static final int KINDS = 35;
    private static final long GIB = 1L << 30;
    private static final String GPU = "nvidia.com/gpu";

    /// @param all milliseconds for all nodes
    /// @param one milliseconds for a node that has changed
    /// @param fragments milliseconds for the fragmentation of 1,213 nodes
    /// @param share what it adds to the booking of GPUs, as a part of what that takes without it
    record Result(double all, double one, double fragments, double share) {}

    private final int nodes;
    private final Random random = new Random(1);

    public Judged(int nodes) {
        this.nodes = nodes;
    }

    /// Measures, and prints the table.
    ///
    /// @param args `--nodes` and how many
    public static void main(String[] args) {
        var nodes = args.length == 2 && args[0].equals("--nodes") ? Integer.parseInt(args[1]) : 12_500;
        var text = text(nodes, Machine.here().text(), new Judged(nodes).measure(400));
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "stranded").matches(text);
        }
    }

    static String text(int nodes, String machine, Result result) {
        return String.format(
                Locale.ROOT,
                """
                %s

                | figure | %,d nodes of 8 GPUs, %d kinds of pods | budget | |
                |---|---:|---:|---|
                %s%s%s| what it adds to the booking of GPUs | %.1f %% | 20 %% | %s |
                """,
                machine,
                nodes,
                KINDS,
                row("all nodes", result.all(), 2_000),
                row("one node that has changed", result.one(), 5),
                row("fragmentation of 1,213 nodes", result.fragments(), 50),
                100 * result.share(),
                result.share() <= 0.2 ? "met" : "**missed**");
    }

    private static String row(String what, double millis, double budget) {
        return String.format(
                Locale.ROOT,
                "| %s | %.2f ms | %.0f ms | %s |%n",
                what,
                millis,
                budget,
                millis <= budget ? "met" : "**missed**");
    }

    /// Returns the milliseconds that it takes to judge all nodes.
    public double all() {
        return all(lens(), spare(nodes));
    }

    private static double all(Lens lens, List<SpareUnits> spare) {
        return best(() -> judge(spare, new Candidates(lens, _ -> true)));
    }

    /// @param batches of how many the booking is measured
    Result measure(int batches) {
        var lens = lens();
        var spare = spare(nodes);
        var all = all(lens, spare);
        var who = new Candidates(lens, _ -> true);
        judge(spare, who);
        var one = best(() -> judge(spare.subList(0, 1), who));
        var typical = TypicalPods.of(lens, GPU);
        var some = spare(1_213);
        var fragments = best(() -> (long) some.stream()
                .map(units -> Fragmentation.of(Remainder.of(units), typical))
                .reduce(Fragmentation.NONE, Fragmentation::plus)
                .fragmentMillis());
        return new Result(all, one, fragments, BookedShare.ofStranding(batches, ROUNDS));
    }

    private static long judge(List<SpareUnits> spare, Candidates who) {
        return spare.stream()
                .mapToLong(units -> Stranding.of(units, who).free())
                .sum();
    }

    private static double best(Supplier<Long> work) {
        var best = Double.MAX_VALUE;
        var sum = 0L;
        for (var round = 0; round < ROUNDS; round++) {
            var begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            sum += work.get();
            best = Math.min(best, (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin) / 1e6);
        }
        if (sum == Long.MIN_VALUE) {
            throw new IllegalStateException("nothing can be as free as that");
        }
        return best;
    }

    private Lens lens() {
        var pods = new ArrayList<ExpectedPod>();
        for (var kind = 0; kind < KINDS; kind++) {
            var gpus = (long) List.of(1, 1, 1, 2, 4, 8).get(random.nextInt(6));
            var requests =
                    Map.of(GPU, gpus, "cpu", gpus * (4_000 + 1_000L * random.nextInt(12)), "memory", gpus * 32 * GIB);
            var selector = random.nextInt(3) == 0
                    ? Map.of("nvidia.com/gpu.product", "product-" + random.nextInt(5))
                    : Map.<String, String>of();
            var ask = new Ask(
                    Optional.empty(),
                    new TreeMap<>(requests),
                    new TreeMap<>(selector),
                    Optional.empty(),
                    List.of(Toleration.OF_ALL));
            pods.add(new ExpectedPod(ask, new TreeSet<>(), 1.0 / KINDS));
        }
        return new Lens(pods);
    }

    private List<SpareUnits> spare(int count) {
        var all = new ArrayList<SpareUnits>();
        for (var i = 0; i < count; i++) {
            var amounts = new TreeMap<>(Map.of("cpu", 128_000L, "memory", 1_024 * GIB, "pods", 110L, GPU, 8L));
            var labels = Map.of(
                    "nvidia_com_gpu_product", "product-" + random.nextInt(5), //
                    "kubernetes_io_hostname", "node-" + i);
            var state =
                    new NodeState(true, false, List.of(), amounts, amounts, new TreeMap<>(labels), Optional.empty());
            var free = 1 + random.nextInt(8);
            var taken =
                    Map.of("cpu", 128_000L - 1_000L * random.nextInt(1 + 12 * free), "memory", 512 * GIB, "pods", 20L);
            all.add(new SpareUnits(new Place("node-" + i, state, new TreeMap<>(taken)), GPU, false, free, 0, false));
        }
        return all;
    }
}
