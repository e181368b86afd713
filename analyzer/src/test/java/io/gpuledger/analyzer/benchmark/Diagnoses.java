package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.cluster.NodeState;
import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Company;
import io.gpuledger.analyzer.fit.Diagnosis;
import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.PodTerm;
import io.gpuledger.analyzer.fit.Requirement;
import io.gpuledger.analyzer.fit.Requirement.Operator;
import io.gpuledger.analyzer.fit.Resident;
import io.gpuledger.analyzer.fit.Selection;
import io.gpuledger.analyzer.fit.Spread;
import io.gpuledger.analyzer.fit.Surroundings;
import io.gpuledger.analyzer.fit.Term;
import io.gpuledger.analyzer.fit.Toleration;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/// What it costs to say why pods wait: a drawn cluster of nodes with eight GPUs that are nearly all taken, and pods
/// no two of which ask for the same. A tenth of them want to be spread over zones, a tenth want no pod of their own
/// on the same node, and a tenth want to be near others.
public final class Diagnoses {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes there are.")
            .that(nodes -> nodes >= 1 && nodes <= 100_000, "1 to 100000")
            .or("12500");
    private static final Setting<Long> PODS = Setting.whole("pods", "How many pods wait.")
            .that(pods -> pods >= 1 && pods <= 100_000, "1 to 100000")
            .or("2000");
    private static final Declaration DECLARATION =
            new Declaration("fit", "Measures what it costs to say why pods wait.", List.of(), List.of(NODES, PODS));

    private static final String GPU = "nvidia.com/gpu";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String HOST = "kubernetes.io/hostname";
    private static final int NAMESPACES = 200;
    private static final int ROUNDS = 5;

    /// Milliseconds of a core.
    ///
    /// @param groups how many groups of nodes there are, of all pods
    record Result(int nodes, int pods, long groups, double ready, double all, double one, double changed) {}

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<Place> places = new ArrayList<>();
    private final List<Ask> asks = new ArrayList<>();

    Diagnoses(int nodes, int pods) {
        for (var i = 0; i < nodes; i++) {
            places.add(place("node-" + i));
        }
        for (var i = 0; i < pods; i++) {
            asks.add(ask(i));
        }
    }

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, Diagnoses::run);
    }

    private static void run(Settings settings) {
        var machine = Machine.here().text();
        var diagnoses = new Diagnoses(Math.toIntExact(settings.get(NODES)), Math.toIntExact(settings.get(PODS)));
        var best = diagnoses.measure();
        for (var round = 1; round < ROUNDS; round++) {
            var next = diagnoses.measure();
            best = next.all() < best.all() ? next : best;
        }
        var text = text(machine, best);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "fit").matches(text);
        }
    }

    Result measure() {
        var begin = cpu();
        var ready = new Places(places, Surroundings.NONE);
        ready.diagnose(ask(-1));
        var made = cpu();
        var groups = 0L;
        for (var ask : asks) {
            groups += ready.diagnose(ask).groups().size();
        }
        var asked = cpu();
        ready.diagnose(ask(-2));
        var one = cpu();
        var changed = ready.with(emptied(places.getFirst()));
        groups += count(changed.diagnose(ask(-3)));
        return new Result(
                places.size(),
                asks.size(),
                groups,
                millis(begin, made),
                millis(made, asked),
                millis(asked, one),
                millis(one, cpu()));
    }

    private static int count(Diagnosis diagnosis) {
        return diagnosis.groups().isEmpty() ? 0 : 1;
    }

    private static Place emptied(Place place) {
        return new Place(place.name(), place.state(), new TreeMap<>(), List.of());
    }

    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double millis(long from, long to) {
        return (to - from) / 1e6;
    }

    private Place place(String name) {
        var sku = random.nextInt(4) == 0 ? "A100" : "H100";
        var labels = new TreeMap<>(Map.of(
                "kubernetes_io_hostname",
                name,
                "topology_kubernetes_io_zone",
                "zone-" + random.nextInt(6),
                "nvidia_com_gpu_product",
                sku,
                "example_com_rack",
                "rack-" + random.nextInt(400)));
        var taints = new ArrayList<Taint>();
        if (random.nextInt(5) == 0) {
            taints.add(new Taint("dedicated", "team-" + random.nextInt(8), "NoSchedule"));
        }
        taints.add(new Taint(GPU, "present", "NoSchedule"));
        var has = new TreeMap<>(
                Map.of("cpu", 192_000L, "memory", 2L << 40, GPU, 8L, "pods", 110L, "ephemeral-storage", 1L << 40));
        var state = new NodeState(true, random.nextInt(50) == 0, taints, has, has, labels, Optional.empty());
        var residents = new ArrayList<Resident>();
        var taken = new TreeMap<String, Long>();
        for (var gpus = 8; gpus > 0; ) {
            var some = Math.min(gpus, 1 << random.nextInt(4));
            gpus -= some;
            if (random.nextInt(40) == 0) {
                continue;
            }
            residents.add(resident());
            Map.of(
                            GPU,
                            (long) some,
                            "cpu",
                            some * (1_000L + random.nextInt(20_000)),
                            "memory",
                            random.nextLong(1L << 38))
                    .forEach((resource, amount) -> taken.merge(resource, amount, Long::sum));
        }
        taken.put("pods", (long) residents.size());
        return new Place(name, state, taken, residents);
    }

    private Resident resident() {
        var app = "app-" + random.nextInt(2_000);
        var namespace = namespace();
        var apart = random.nextInt(20) == 0 ? List.of(term(app, namespace, HOST)) : List.<PodTerm>of();
        var labels = new TreeMap<>(Map.of("app", app, "pod", "p-" + random.nextInt(1_000_000)));
        return new Resident(namespace, labels, false, List.of(), apart, Set.of());
    }

    private String namespace() {
        return "team-" + random.nextInt(NAMESPACES);
    }

    private static Selection selection(String app) {
        return new Selection(Optional.of(List.of(new Requirement("app", Operator.IN, List.of(app)))));
    }

    private static PodTerm term(String app, String namespace, String key) {
        return new PodTerm(selection(app), key, new TreeSet<>(List.of(namespace)), Selection.NOTHING);
    }

    /// Draws a pod. No two are alike, by what they request.
    private Ask ask(int number) {
        var app = "app-" + random.nextInt(2_000);
        var namespace = namespace();
        var selector = new TreeMap<String, String>();
        if (random.nextBoolean()) {
            selector.put("nvidia.com/gpu.product", random.nextInt(3) == 0 ? "A100" : "H100");
        }
        var affinity = Optional.of(List.of(new Term(
                        List.of(new Requirement(ZONE, Operator.IN, List.of("zone-1", "zone-2", "zone-3"))), List.of())))
                .filter(_ -> random.nextInt(5) == 0);
        var kind = number < 0 ? 9 : random.nextInt(10);
        return new Ask(
                Optional.empty(),
                new TreeMap<>(Map.of(
                        GPU,
                        1L << random.nextInt(5),
                        "cpu",
                        8_000L + number,
                        "memory",
                        (64L << 30) + random.nextInt(1 << 20))),
                selector,
                affinity,
                List.of(new Toleration(GPU, true, "", "")),
                List.of(),
                new Company(
                        namespace,
                        new TreeMap<>(Map.of("app", app)),
                        kind == 0 ? List.of(new Spread(ZONE, 1, 1, selection(app), true, false)) : List.of(),
                        kind == 1 ? List.of(term(app, namespace, ZONE)) : List.of(),
                        kind == 2 ? List.of(term(app, namespace, HOST)) : List.of()),
                List.of(),
                List.of(),
                Ask.DEFAULT_SCHEDULER,
                List.of(),
                List.of());
    }

    static String text(String machine, Result result) {
        return String.format(
                Locale.ROOT,
                """
                %s

                | figure | %,d pods on %,d nodes | budget | |
                |---|---:|---:|---|
                | to make the nodes ready, and a first pod | %.0f ms |  |  |
                | all pods, no two alike | %.0f ms | 2000 ms | %s |
                | - a pod | %.2f ms |  |  |
                | - groups of nodes that a pod has | %.1f |  |  |
                | one pod that comes | %.2f ms | 5.00 ms | %s |
                | one node of which a pod has gone, and a pod that comes | %.2f ms | 5.00 ms | %s |
                """,
                machine,
                result.pods(),
                result.nodes(),
                result.ready(),
                result.all(),
                met(result.all(), 2_000),
                result.all() / result.pods(),
                (double) result.groups() / result.pods(),
                result.one(),
                met(result.one(), 5),
                result.changed(),
                met(result.changed(), 5));
    }

    private static String met(double millis, double budget) {
        return millis <= budget ? "met" : "**missed**";
    }
}
