package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.analyzer.ledger.Ledger;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.draw.Drawing;
import io.gpuledger.simulator.fleet.Fleet;
import io.gpuledger.simulator.fleet.Gpu;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.story.Trouble;
import io.gpuledger.simulator.truth.Book;
import io.gpuledger.simulator.truth.Truth;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// How far the books are off, state by state, by the step from scrape to scrape: those of a drawn fleet, held against
/// what is true of it. Each state is measured against itself: what is off by a hundredth of a team's time may be a
/// tenth of its idle time.
///
/// A fleet under dcgm-exporter keeps only the nodes whose GPUs are all whole and held by one pod at a time, as
/// dcgm-exporter does not always name who holds the others.
public final class Accuracy {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes each fleet has.")
            .that(nodes -> nodes >= 1 && nodes <= 100, "1 to 100")
            .or("10");
    private static final Setting<Long> SEEDS = Setting.whole("seeds", "How many fleets are drawn.")
            .that(seeds -> seeds >= 1 && seeds <= 100, "1 to 100")
            .or("3");
    private static final Setting<Long> DAYS = Setting.whole("days", "How long each is played.")
            .that(days -> days >= 1 && days <= 14, "1 to 14")
            .or("4");
    private static final Declaration DECLARATION = new Declaration(
            "accuracy", "Measures how far books are off by the step.", List.of(), List.of(NODES, SEEDS, DAYS));

    private static final List<Long> STEPS = List.of(15L, 30L, 60L, 120L, 300L);
    private static final long BEGIN = 1_790_035_200;
    private static final long HOUR = 3600;
    /// What is known at the edges of a story is less than what is true there.
    private static final long EDGE = 2 * HOUR;

    /// GPU-seconds of a state.
    ///
    /// @param uncertain what of the booked ones the books say they are not sure of
    public record Sum(State state, double truth, double booked, double uncertain) {
        /// Returns the error of the booked time as a part of the true time. It is positive where too much was
        /// booked, and negative where too little was.
        public double error() {
            return truth == 0 ? 0 : booked / truth - 1;
        }
    }

    private static final Comparator<Sum> OFF = Comparator.comparingDouble(sum -> Math.abs(sum.error()));

    /// A fleet in which some time passes.
    public record Played(Story story, int hours, Exporter exporter) {
        public static Played of(int nodes, long seed, int hours, Exporter exporter) {
            var story = Drawing.of(seed, nodes, new io.gpuledger.simulator.story.Span(BEGIN, BEGIN + hours * HOUR));
            return new Played(exporter.showsLedger() ? story : ofWholeGpus(story), hours, exporter);
        }

        private Basis basis() {
            return exporter.showsLedger() ? Basis.SM_ACTIVE : Basis.ENGINE_ACTIVE;
        }

        private io.gpuledger.simulator.story.Span window() {
            return new io.gpuledger.simulator.story.Span(BEGIN + EDGE, BEGIN + hours * HOUR - EDGE);
        }
    }

    private Accuracy() {}

    public static void main(String[] args) throws Exception {
        CommandLine.run(DECLARATION, args, Accuracy::run);
    }

    private static void run(Settings settings) throws IOException {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d fleets of %d nodes over %d days; of each state the fleet that is off the most.%n",
                settings.get(SEEDS),
                settings.get(NODES),
                settings.get(DAYS)));
        for (var exporter : List.of(Exporter.GPU_EXPORTER, Exporter.DCGM_EXPORTER)) {
            var fleets = LongStream.rangeClosed(1, settings.get(SEEDS))
                    .mapToObj(seed -> Played.of(
                            Math.toIntExact(settings.get(NODES)),
                            seed,
                            Math.toIntExact(24 * settings.get(DAYS)),
                            exporter))
                    .toList();
            text.append('\n').append(table(fleets));
        }
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/ledger.md"), "accuracy").matches(text.toString());
        }
    }

    /// A row for each state, a column for each step.
    static String table(List<Played> fleets) {
        var cells = new EnumMap<State, StringBuilder>(State.class);
        for (var step : STEPS) {
            var worst = new EnumMap<State, Sum>(State.class);
            for (var fleet : fleets) {
                of(fleet, step, phases(step)).forEach(sum -> worst.merge(sum.state(), sum, BinaryOperator.maxBy(OFF)));
            }
            worst.forEach((state, sum) -> cells.computeIfAbsent(state, Accuracy::head)
                    .append(String.format(
                            Locale.ROOT,
                            " %+.2f %% (%.2f) |",
                            100 * sum.error(),
                            100 * sum.uncertain() / Math.max(1, sum.truth()))));
        }
        var exporter = fleets.getFirst().exporter().showsLedger() ? "gpu-exporter" : "dcgm-exporter";
        return "| %s, off by (uncertain) | 15 s | 30 s | 1 min | 2 min | 5 min |\n".formatted(exporter)
                + "|---|---:|---:|---:|---:|---:|\n"
                + cells.values().stream().map(row -> row + "\n").collect(Collectors.joining());
    }

    private static StringBuilder head(State state) {
        return new StringBuilder("| ").append(state.word()).append(" |");
    }

    private static List<Long> phases(long step) {
        return step < 60 ? List.of(0L) : List.of(0L, step / 3, 2 * step / 3);
    }

    /// Returns the story of the nodes alone whose GPUs are all whole, and held by one pod at a time.
    static Story ofWholeGpus(Story story) {
        var nodes = story.fleet().nodes().stream()
                .filter(node -> node.gpus().stream().allMatch(Accuracy::isWhole))
                .toList();
        var uuids = nodes.stream()
                .flatMap(node -> node.gpus().stream())
                .map(Gpu::uuid)
                .collect(Collectors.toSet());
        var names = nodes.stream().map(Node::name).collect(Collectors.toSet());
        return new Story(
                new Fleet(nodes),
                story.span(),
                story.holds().stream()
                        .filter(hold -> uuids.contains(hold.unit().gpu().uuid()))
                        .toList(),
                story.troubles().stream()
                        .filter(trouble -> switch (trouble) {
                            case Trouble.OfGpu ofGpu -> uuids.contains(ofGpu.gpu());
                            case Trouble.OfNode ofNode -> names.contains(ofNode.node());
                        })
                        .toList());
    }

    private static boolean isWhole(Gpu gpu) {
        return gpu.replicas() == 1 && gpu.layout().isEmpty();
    }

    /// What books come to that are kept from scrapes of each so many seconds.
    ///
    /// @param phases how many seconds of the step have passed at the first scrape; sums are of all of them
    public static List<Sum> of(Played played, long step, List<Long> phases) {
        var truth = sums(Truth.of(played.story(), played.basis(), played.window()));
        var booked = new EnumMap<State, Double>(State.class);
        var uncertain = new EnumMap<State, Double>(State.class);
        for (var phase : phases) {
            var heard = new Heard(played.story(), played.exporter(), step, phase, new FailingScrapes(0));
            var window = new Span(played.window().from() * 1000, played.window().to() * 1000);
            for (var facts : heard.facts()) {
                for (var entry : Ledger.entries(facts, window)) {
                    var state = entry.account().state();
                    booked.merge(state, entry.millis() / 1000.0 / phases.size(), Double::sum);
                    uncertain.merge(state, entry.uncertain() / 1000.0 / phases.size(), Double::sum);
                }
            }
        }
        return truth.entrySet().stream()
                .map(is -> new Sum(
                        is.getKey(),
                        is.getValue(),
                        booked.getOrDefault(is.getKey(), 0.0),
                        uncertain.getOrDefault(is.getKey(), 0.0)))
                .toList();
    }

    /// Returns the GPU-seconds of each state of a book.
    static Map<State, Double> sums(Book book) {
        var sums = new EnumMap<State, Double>(State.class);
        book.parts()
                .forEach((account, parts) -> sums.merge(
                        State.of(account.state().word()).orElseThrow(),
                        (double) parts / book.partsInSecond(account.gpu()),
                        Double::sum));
        return sums;
    }
}
