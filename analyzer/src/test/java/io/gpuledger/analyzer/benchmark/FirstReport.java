package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.benchmark.FilledPeer.Kind;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.fleet.Node;
import io.gpuledger.simulator.story.Basis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// How long the first report of an existing Prometheus takes, and what that costs it. A real one is given the past of a
/// simulated fleet; a packaged analyzer reads it, while somebody asks it what a dashboard asks. So it is for each way
/// of reading, each time by an analyzer that knows nothing yet, and at last for remote write of the same past. The
/// books are held against what is true of the fleet.
public final class FirstReport {
    /// How the past comes to the analyzer.
    private enum Way {
        REMOTE_READ("remote-read", "remote read of Prometheus", Optional.of(Kind.PROMETHEUS)),
        QUERY("query", "range selectors of Prometheus", Optional.of(Kind.PROMETHEUS)),
        EXPORT("export", "export of VictoriaMetrics", Optional.of(Kind.VICTORIA_METRICS)),
        WRITE("write", "remote write of a simulator", Optional.empty());

        private final String word;
        private final String title;
        private final Optional<Kind> peer;

        Way(String word, String title, Optional<Kind> peer) {
            this.word = word;
            this.title = title;
            this.peer = peer;
        }

        static List<Way> parse(String text) {
            return List.of(text.split(",")).stream()
                    .map(word -> List.of(values()).stream()
                            .filter(way -> way.word.equals(word))
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException(
                                    "must be some of remote-read, query, export and write, with commas between")))
                    .toList();
        }
    }

    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes there are, of some 7 GPUs each.")
            .that(nodes -> nodes >= 1 && nodes <= 1_000, "1 to 1000")
            .or("17");
    private static final Setting<Long> DAYS = Setting.whole("days", "How many days there are of the past.")
            .that(days -> days >= 4 && days <= 60, "4 to 60")
            .or("7");
    private static final Setting<Duration> STEP = Setting.duration("step", "From scrape to scrape.")
            .that(step -> step.toSeconds() >= 10 && 3600 % step.toSeconds() == 0, "10s or longer, a part of an hour")
            .or("30s");
    private static final Setting<List<Way>> WAYS = Setting.parsed(
                    "ways", "WAY,...", "How the past comes to an analyzer, one after the other.", Way::parse)
            .or("remote-read,query,export,write");
    private static final Setting<Path> KEPT = Setting.file(
            "kept", "A folder in which what was filled stays for the next run, which goes on with it the same day.");
    private static final Declaration DECLARATION = new Declaration(
            "first-report", "Reads the past of a Prometheus.", List.of(), List.of(NODES, DAYS, STEP, WAYS, KEPT));

    private static final int ALONE = 30;
    private static final Duration LOOK = Duration.ofMillis(250);
    /// What is less than this part of all time is not held against the truth by itself, only against all time.
    private static final double MATTERS = 0.01;

    private final List<Way> ways;
    private final ToldFleet fleet;
    private final Path folder;
    private final Path peers;
    private final Map<Way, Map<String, String>> columns = new LinkedHashMap<>();

    private FirstReport(Settings settings, Path folder) {
        this.ways = settings.get(WAYS);
        this.peers = settings.find(KEPT).map(Path::toAbsolutePath).orElse(folder);
        this.fleet = new ToldFleet(
                Math.toIntExact(settings.get(NODES)),
                Math.toIntExact(settings.get(DAYS)),
                settings.get(STEP),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, settings -> {
            var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "first-report")
                    .toAbsolutePath();
            new FirstReport(settings, folder).run();
            delete(folder);
        });
        System.exit(0);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void run() throws IOException, InterruptedException {
        var machine = Machine.here().text();
        for (var kind : Kind.values()) {
            var ofKind = ways.stream()
                    .filter(way -> way.peer.equals(Optional.of(kind)))
                    .toList();
            if (!ofKind.isEmpty()) {
                try (var peer = FilledPeer.of(kind, peers.resolve(kind.word()), fleet)) {
                    for (var way : ofKind) {
                        read(way, peer);
                    }
                }
            }
        }
        if (ways.contains(Way.WRITE)) {
            write();
        }
        var text = machine + ". " + table();
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "first-report-" + fleet.days())
                    .matches(text);
        }
    }

    private void say(Way way, String what, String value) {
        columns.computeIfAbsent(way, _ -> new LinkedHashMap<>()).put(what, value);
        System.out.printf("%s: %s: %s%n", way.title, what, value);
    }

    private void read(Way way, FilledPeer peer) throws IOException, InterruptedException {
        var query = new SomebodysQuery(peer.url());
        var data = folder.resolve(way.word);
        var before = query.ask(ALONE);
        var memory = new long[] {peer.files().rssBytes()};
        say(way, "memory of what is read, before", String.format(Locale.ROOT, "%,d MiB", memory[0] >> 20));
        var days = fleet.days() + 1;
        try (var analyzer = FilledAnalyzer.reading(data, peer.url(), way.word, days)) {
            var meanwhile = query.ask(() -> {
                memory[0] = Math.max(memory[0], peer.files().rssBytes());
                return !analyzer.hasRead(newestWeek(), leftOfWeeksBefore(days));
            });
            say(
                    way,
                    "memory of what is read, at most meanwhile",
                    String.format(Locale.ROOT, "%,d MiB", memory[0] >> 20));
            say(way, "somebody's query before, median / p99", before.text());
            say(way, "somebody's query meanwhile, median / p99", meanwhile.text());
            if (fleet.days() > 2 * DayOfWeek.values().length) {
                say(
                        way,
                        "newest week that is over: in",
                        String.format(Locale.ROOT, "%.0f s", analyzer.week().in()));
                say(
                        way,
                        "newest week that is over: its report is right",
                        String.format(Locale.ROOT, "%.0f s", analyzer.reported()));
            }
            sayOf(way, analyzer);
        }
        delete(data);
    }

    private double leftOfWeeksBefore(int days) {
        return Duration.between(
                                fleet.until().minus(Duration.ofDays(days)),
                                Instant.ofEpochMilli(newestWeek().from()))
                        .toSeconds()
                + 3_600.0;
    }

    private Span newestWeek() {
        var monday = LocalDate.ofInstant(fleet.until(), ZoneOffset.UTC)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                .minusWeeks(1);
        return new Span(millis(monday), millis(monday.plusWeeks(1)));
    }

    private static long millis(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }

    private void write() throws IOException, InterruptedException {
        var data = folder.resolve(Way.WRITE.word);
        try (var analyzer = FilledAnalyzer.written(data)) {
            fleet.tell(analyzer.site() + "/api/v1/write");
            while (!analyzer.hasBooked()) {
                Thread.sleep(LOOK);
            }
            sayOf(Way.WRITE, analyzer);
        }
        delete(data);
    }

    private void sayOf(Way way, FilledAnalyzer analyzer) throws IOException, InterruptedException {
        var cpu = analyzer.cpu();
        var millions = analyzer.samples() / 1e6;
        say(way, "all: in", String.format(Locale.ROOT, "%.0f s", analyzer.all().in()));
        say(
                way,
                "all: booked",
                String.format(Locale.ROOT, "%.0f s", analyzer.all().booked()));
        say(way, "samples", String.format(Locale.ROOT, "%,.0f", analyzer.samples()));
        say(
                way,
                "samples a second, until all is in",
                String.format(
                        Locale.ROOT,
                        "%,.0f",
                        analyzer.samples() / analyzer.all().in()));
        say(
                way,
                "CPU of a million samples, books included: analyzer",
                String.format(Locale.ROOT, "%.2f s", cpu.own().toMillis() / 1e3 / millions));
        say(
                way,
                "CPU of a million samples, books included: its PostgreSQL",
                String.format(Locale.ROOT, "%.2f s", cpu.postgres().toMillis() / 1e3 / millions));
        say(
                way,
                "memory of the analyzer, at most",
                String.format(Locale.ROOT, "%,d MiB", analyzer.highestBytes() >> 20));
        var whole = fleet.whole();
        var nodes = whole.fleet().nodes().stream().map(Node::name).toList();
        sayTruth(way, analyzer.booked(fleet, nodes), fleet.truth(whole, Basis.ENGINE_ACTIVE));
    }

    private void sayTruth(Way way, Map<State, Double> booked, Map<State, Double> truth) {
        var all = truth.values().stream().mapToDouble(seconds -> seconds).sum();
        for (var state : State.ALL) {
            var is = truth.getOrDefault(state, 0.0);
            var off = booked.getOrDefault(state, 0.0) - is;
            if (is >= MATTERS * all) {
                say(
                        way,
                        state.word() + ", off by, of itself / of all time",
                        String.format(Locale.ROOT, "%+.2f %% / %+.2f %%", 100 * off / is, 100 * off / all));
            } else if (is != 0 || off != 0) {
                say(
                        way,
                        state.word() + ", off by, of all time",
                        String.format(Locale.ROOT, "%+.2f %% of %.2f %%", 100 * off / all, 100 * is / all));
            }
        }
    }

    private String table() {
        var rows = columns.values().stream()
                .flatMap(column -> column.keySet().stream())
                .distinct()
                .toList();
        var lines = new ArrayList<String>();
        lines.add("%d nodes, %d days at %d s:%n%n"
                .formatted(fleet.nodes(), fleet.days(), fleet.step().toSeconds()));
        lines.add("| | " + columns.keySet().stream().map(way -> way.title).collect(Collectors.joining(" | ")) + " |\n");
        lines.add("|---|" + "---:|".repeat(columns.size()) + "\n");
        for (var row : rows) {
            lines.add("| " + row + " | "
                    + columns.values().stream()
                            .map(column -> column.getOrDefault(row, ""))
                            .collect(Collectors.joining(" | "))
                    + " |\n");
        }
        return String.join("", lines);
    }
}
