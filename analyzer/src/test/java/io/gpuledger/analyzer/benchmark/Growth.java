package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.findings.PassCost;
import io.gpuledger.analyzer.stranded.Judged;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.page.Exporter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How what the analyzer does grows with the fleet: each part of its work by itself, for fleets of ten times as many
/// GPUs each, so that it shows which part is dearer for a GPU of a large fleet than for one of a small fleet. All is
/// warmed up first. Parts in memory are the best of some rounds; those out of a database are measured once.
public final class Growth {
    private static final Setting<List<Integer>> SIZES = Setting.parsed(
                    "sizes", "GPUS,...", "How many GPUs the fleets have, the smallest first.", Growth::sizes)
            .or("100,1000,10000,100000");
    private static final Declaration DECLARATION = new Declaration(
            "growth", "Measures how each part of the work grows with the fleet.", List.of(), List.of(SIZES));

    private static final int GPUS_OF_NODE = 8;
    private static final int GPUS_OF_TEAM = 100;
    private static final int GPUS_OF_WAITING = 50;
    private static final int WORKLOADS_OF_TEAM = 10;
    private static final int DRAWN_NODES = 20;
    private static final int MINUTES = 2;
    private static final int ROUNDS = 3;
    private static final int WARM_UP = 10_000;

    /// The figures of each part, in microseconds, by the number of GPUs.
    private final Map<String, Map<Integer, Double>> parts = new LinkedHashMap<>();

    private final List<Integer> sizes;
    private final WatchCost watches;
    private final LedgerAlone ledger;

    /// @param drawn how many nodes are drawn, whose GPUs stand for those of all fleets
    Growth(List<Integer> sizes, int drawn) {
        this.sizes = sizes;
        this.watches = new WatchCost(drawn);
        this.ledger = new LedgerAlone(drawn, Exporter.GPU_EXPORTER);
    }

    private static List<Integer> sizes(String text) {
        var sizes = Stream.of(text.split(",")).map(Integer::valueOf).toList();
        if (sizes.stream().anyMatch(gpus -> gpus < GPUS_OF_NODE)
                || !sizes.equals(sizes.stream().sorted().toList())) {
            throw new IllegalArgumentException("must be numbers of 8 or more, the smallest first");
        }
        return sizes;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, Growth::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException {
        var machine = Machine.here().text();
        var growth = new Growth(settings.get(SIZES), DRAWN_NODES);
        try {
            growth.warmUp();
            growth.measure();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("a fleet was not measured", e);
        }
        var text = growth.text(machine);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/scaling.md"), "growth").matches(text);
        }
    }

    private void warmUp() throws Exception {
        inMemory(WARM_UP);
        booked(WARM_UP / 10);
        mailed(WARM_UP / 10);
        parts.clear();
    }

    void measure() throws Exception {
        for (var gpus : sizes) {
            inMemory(gpus);
        }
        for (var gpus : sizes) {
            booked(gpus);
            mailed(gpus);
        }
    }

    private void inMemory(int gpus) {
        for (var round = 0; round < ROUNDS; round++) {
            var watched = watches.measure(gpus);
            add("a reading of a GPU, out of a page", gpus, watched.readingNanos() / 1e3);
            add("a reading, watched for findings", gpus, watched.watchingNanos() / 1e3);
            var booked = ledger.book(gpus);
            add("an hour of a GPU, booked in memory", gpus, booked.cpuSeconds() * 1e6 / gpus);
        }
        var nodes = Math.max(1, gpus / GPUS_OF_NODE);
        add("a GPU, judged to be stranded or not", gpus, new Judged(nodes).all() * 1e3 / gpus);
        var pods = Math.max(1, gpus / GPUS_OF_WAITING);
        var diagnoses = new Diagnoses(nodes, pods);
        for (var round = 0; round < ROUNDS; round++) {
            add(
                    "a pod that waits, told why, no two alike",
                    gpus,
                    diagnoses.measure().all() * 1e3 / pods);
        }
    }

    private void booked(int gpus) throws Exception {
        var cost = new PassCost(gpus).measure(MINUTES);
        add("a minute of a GPU, written and booked, with PostgreSQL", gpus, cost.plain() * 1e3 / gpus);
        add("a pass of findings, by the clock, of a GPU", gpus, cost.passMillis() * 1e3 / gpus);
    }

    private void mailed(int gpus) throws IOException {
        var teams = Math.max(1, gpus / GPUS_OF_TEAM);
        var letters = new TeamLetters(gpus, teams, WORKLOADS_OF_TEAM).result().written();
        add("a week's letters, by the clock, of a GPU", gpus, letters.nanos() / 1e3 / gpus);
    }

    private void add(String part, int gpus, double micros) {
        parts.computeIfAbsent(part, _ -> new LinkedHashMap<>()).merge(gpus, micros, Math::min);
        System.err.printf(Locale.ROOT, "%,d GPUs: %s: %.2f µs%n", gpus, part, micros);
    }

    String text(String machine) {
        var lines = new ArrayList<String>();
        lines.add("%s. Microseconds of CPU, if nothing else is said.%n%n".formatted(machine));
        lines.add(line("", sizes.stream().map("%,d GPUs"::formatted).toList(), "the largest over the smallest"));
        lines.add("|---|" + "---:|".repeat(sizes.size() + 1) + "\n");
        parts.forEach((part, micros) -> lines.add(line(
                part,
                sizes.stream()
                        .map(gpus -> micro(micros.getOrDefault(gpus, 0.0)))
                        .toList(),
                "%.2f".formatted(times(micros)))));
        return String.join("", lines);
    }

    private double times(Map<Integer, Double> micros) {
        return micros.getOrDefault(sizes.getLast(), 0.0) / micros.getOrDefault(sizes.getFirst(), 1.0);
    }

    private static String line(String first, List<String> cells, String last) {
        return Stream.concat(Stream.concat(Stream.of(first), cells.stream()), Stream.of(last))
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String micro(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%,.2f" : "%,.0f", value);
    }
}
