package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Counterpart;
import io.gpuledger.gate.FreePort;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.gate.Repository;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How long the first report of an existing Prometheus takes, and what that costs it. A real Prometheus is given the
/// past
/// of a simulated fleet, as dcgm-exporter and kube-state-metrics would have told it; the packaged analyzer reads it,
/// while
/// somebody asks that Prometheus what a dashboard asks. Then another analyzer is written the same by remote write.
public final class FirstReport {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes there are, of some 7 GPUs each.")
            .that(nodes -> nodes >= 1 && nodes <= 1_000, "1 to 1000")
            .or("17");
    private static final Setting<Long> DAYS = Setting.whole("days", "How many days are in Prometheus.")
            .that(days -> days >= 1 && days <= 60, "1 to 60")
            .or("14");
    private static final Setting<Duration> STEP = Setting.duration("step", "From scrape to scrape.")
            .that(step -> step.toSeconds() >= 10 && 3600 % step.toSeconds() == 0, "10s or longer, a part of an hour")
            .or("30s");
    private static final Setting<Boolean> WRITE =
            Setting.onOff("write", "Whether the same is written by remote write, too, for comparison.");
    private static final Declaration DECLARATION = new Declaration(
            "first-report", "Reads the past of a Prometheus.", List.of(), List.of(NODES, DAYS, STEP, WRITE));

    /// A dashboard that somebody looks at asks this of the same Prometheus meanwhile.
    private static final String QUERY =
            "avg by (Hostname) (avg_over_time(DCGM_FI_DEV_GPU_UTIL[10m])) and on (Hostname) (count by (Hostname)"
                    + " (DCGM_FI_DEV_POWER_USAGE) > 0)";

    private static final Duration REST = Duration.ofMillis(250);
    private static final int ALONE = 60;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Settings settings;
    private final Path folder;
    private final Instant until = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final int port = FreePort.find();
    private final StringBuilder said = new StringBuilder();

    private FirstReport(Settings settings, Path folder) {
        this.settings = settings;
        this.folder = folder;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, settings -> {
            var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "first-report");
            new FirstReport(settings, folder.toAbsolutePath()).run();
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

    private void say(String line) {
        System.out.println(line);
        said.append(line).append('\n');
    }

    private void run() throws IOException, InterruptedException {
        say(String.format(
                Locale.ROOT,
                "`first-report`, %s: %d nodes, %d days at %s",
                Machine.here().text(),
                settings.get(NODES),
                settings.get(DAYS),
                settings.get(STEP)));
        say("");
        try (var prometheus = prometheus()) {
            prometheus.program().await("(Server is ready)");
            history("http://127.0.0.1:" + port + "/api/v1/write");
            var alone = asked(() -> ALONE);
            say(String.format(
                    Locale.ROOT,
                    "- somebody's query of Prometheus before: median %s, p99 %s",
                    millis(alone, 0.5),
                    millis(alone, 0.99)));
            var files = new ProcessFiles(prometheus.program().pid());
            say(String.format(Locale.ROOT, "- Prometheus' memory before: %,d MiB", files.rssBytes() >> 20));
            read(files);
        }
        if (settings.get(WRITE)) {
            write();
        }
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "first-report").matches(said.toString());
        }
    }

    private Child prometheus() throws IOException {
        return Child.start(List.of(
                Counterpart.find("prometheus", "prometheus").toString(),
                "--config.file=" + Files.writeString(folder.resolve("prometheus.yml"), "global: {}\n"),
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--storage.tsdb.retention.time=90d",
                "--web.enable-remote-write-receiver",
                "--web.listen-address=127.0.0.1:" + port));
    }

    private void history(String to) throws InterruptedException {
        try (var history = Child.start(List.of(
                Repository.root()
                        .resolve("simulator/target/dist/bin/gpu-simulator")
                        .toString(),
                "history",
                "--to=" + to,
                "--nodes=" + settings.get(NODES),
                "--seed=1",
                "--days=" + settings.get(DAYS),
                "--today=" + LocalDate.ofInstant(until, ZoneOffset.UTC),
                "--until=" + until,
                "--step=" + settings.get(STEP).toSeconds() + "s",
                "--exporter=dcgm-exporter",
                "--metrics=DCGM_.*|kube_.*"))) {
            if (history.program().exitCode(Duration.ofHours(2)) != 0) {
                throw new AssertionError(history.program().output());
            }
        }
    }

    private interface More {
        int times() throws IOException, InterruptedException;
    }

    /// Asks as often as it is said, each time anew, and returns how long the answers took, sorted.
    private List<Long> asked(More more) throws IOException, InterruptedException {
        var nanos = new ArrayList<Long>();
        while (nanos.size() < more.times()) {
            var end = Instant.now().getEpochSecond();
            var address = "http://127.0.0.1:%d/api/v1/query_range?start=%d&end=%d&step=60&query=%s"
                    .formatted(port, end - 6 * 3_600, end, URLEncoder.encode(QUERY, StandardCharsets.UTF_8));
            var began = System.nanoTime();
            var answer = client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
            nanos.add(System.nanoTime() - began);
            if (answer.statusCode() != 200) {
                throw new AssertionError(answer.body());
            }
            Thread.sleep(REST);
        }
        nanos.sort(null);
        return nanos;
    }

    private static String millis(List<Long> nanos, double part) {
        return String.format(
                Locale.ROOT,
                "%.1f ms",
                nanos.get((int) Math.min(nanos.size() - 1L, (long) (part * nanos.size()))) / 1e6);
    }

    private Child analyzer(Path data, int at, String... more) {
        var command = new ArrayList<>(List.of(
                Repository.root()
                        .resolve("analyzer/target/dist/bin/gpu-analyzer")
                        .toString(),
                "serve",
                "--listen=127.0.0.1:" + at,
                "--data-dir=" + data,
                "--retention-raw=60d"));
        command.addAll(List.of(more));
        return Child.start(command, data);
    }

    /// How far it is, by its own account.
    ///
    /// @param isDrained whether all that was taken in is in the database
    /// @param passes of the books
    private record Course(double left, double samples, boolean isDrained, double passes) {
        static Course of(int at) throws InterruptedException {
            try {
                var counters = Counters.of(URI.create("http://127.0.0.1:%d/metrics".formatted(at)));
                var isDrained = counters.sum("gpu_analyzer_spool_rows") == 0
                        && counters.sum("gpu_analyzer_books_waiting_gpus") == 0;
                var isBegun = counters.sum("gpu_analyzer_read_samples_total") > 0;
                return new Course(
                        isBegun ? counters.sum("gpu_analyzer_read_left_seconds") : Double.MAX_VALUE,
                        counters.sum("gpu_analyzer_read_samples_total"),
                        isDrained,
                        counters.sum("gpu_analyzer_books_passes_seconds_count"));
            } catch (IOException _) {
                return new Course(Double.MAX_VALUE, 0, false, 0);
            }
        }
    }

    private void read(ProcessFiles prometheus) throws IOException, InterruptedException {
        var at = FreePort.find();
        var days = settings.get(DAYS) + 1;
        var data = folder.resolve("read");
        var began = System.nanoTime();
        try (var analyzer =
                analyzer(data, at, "--from-prometheus=http://127.0.0.1:" + port, "--prometheus-days=" + days)) {
            var tree = new ProcessTree(analyzer.program().pid(), Optional.of(data));
            var monday = LocalDate.ofInstant(until, ZoneOffset.UTC)
                    .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
                    .minusWeeks(1)
                    .atStartOfDay(ZoneOffset.UTC)
                    .toInstant();
            var leftOfWeeksBefore = Math.max(
                    60,
                    Duration.between(until.minus(Duration.ofDays(days)), monday).toSeconds() + 3_600);
            var watch = new Watch(at, prometheus, leftOfWeeksBefore, began);
            var meanwhile = asked(watch::times);
            say(String.format(
                    Locale.ROOT,
                    "- all of the newest week that is over was read after %.0f s, and booked after %.0f s: the first"
                            + " report",
                    watch.week.read,
                    watch.week.booked));
            say(String.format(
                    Locale.ROOT,
                    "- all of the past was read after %.0f s, and booked after %.0f s: %,.0f samples, %,.0f a second",
                    watch.all.read,
                    watch.all.booked,
                    watch.samples,
                    watch.samples / watch.all.read));
            var cpu = tree.cpu();
            say(String.format(
                    Locale.ROOT,
                    "- CPU for a million samples: %.2f s of the analyzer and %.2f s of its PostgreSQL, books included",
                    cpu.own().toMillis() / 1e3 / (watch.samples / 1e6),
                    cpu.postgres().toMillis() / 1e3 / (watch.samples / 1e6)));
            say(String.format(
                    Locale.ROOT,
                    "- somebody's query of Prometheus meanwhile: median %s, p99 %s",
                    millis(meanwhile, 0.5),
                    millis(meanwhile, 0.99)));
            say(String.format(
                    Locale.ROOT,
                    "- Prometheus' memory meanwhile: %,d MiB at the most; the analyzer's at the end: %,d MiB",
                    watch.memory >> 20,
                    new ProcessFiles(analyzer.program().pid()).rssBytes() >> 20));
        }
    }

    /// When something was read, and when it was booked: once all is in the database, the pass of the books that is
    /// under
    /// way then, and a whole one after it.
    private static final class Milestone {
        private static final int PASSES = 2;

        double read;
        double booked;
        private double passes = Double.MAX_VALUE;

        void look(Course course, double seconds) {
            read = read > 0 ? read : seconds;
            if (course.isDrained() && passes == Double.MAX_VALUE) {
                passes = course.passes();
            }
            booked = booked == 0 && course.passes() >= passes + PASSES ? seconds : booked;
        }
    }

    /// Looks how far it is each time that somebody asks.
    private static final class Watch {
        private static final double MINUTE = 60;

        private final int at;
        private final ProcessFiles prometheus;
        private final double leftOfWeeksBefore;
        private final long began;
        final Milestone week = new Milestone();
        final Milestone all = new Milestone();
        private int asked;
        double samples;
        long memory;

        Watch(int at, ProcessFiles prometheus, double leftOfWeeksBefore, long began) {
            this.at = at;
            this.prometheus = prometheus;
            this.leftOfWeeksBefore = leftOfWeeksBefore;
            this.began = began;
        }

        int times() throws IOException, InterruptedException {
            memory = Math.max(memory, prometheus.rssBytes());
            var course = Course.of(at);
            var seconds = (System.nanoTime() - began) / 1e9;
            if (course.left() <= leftOfWeeksBefore) {
                week.look(course, seconds);
            }
            if (course.left() < MINUTE) {
                samples = samples == 0 ? course.samples() : samples;
                all.look(course, seconds);
            }
            asked++;
            return all.booked > 0 ? asked - 1 : asked;
        }
    }

    private void write() throws IOException, InterruptedException {
        var at = FreePort.find();
        var data = folder.resolve("written");
        var began = System.nanoTime();
        try (var analyzer = analyzer(data, at)) {
            var tree = new ProcessTree(analyzer.program().pid(), Optional.of(data));
            analyzer.program().await("serving (http://[0-9.:]+)");
            history("http://127.0.0.1:" + at + "/api/v1/write");
            var milestone = new Milestone();
            while (milestone.booked == 0) {
                Thread.sleep(REST);
                milestone.look(Course.of(at), (System.nanoTime() - began) / 1e9);
            }
            var seconds = (System.nanoTime() - began) / 1e9;
            var samples = Counters.of(URI.create("http://127.0.0.1:%d/metrics".formatted(at)))
                    .sum("gpu_analyzer_remote_write_samples_total");
            var cpu = tree.cpu();
            say(String.format(
                    Locale.ROOT,
                    "- the same by remote write, from a simulator on the same cores: booked after %.0f s; CPU for a"
                            + " million of %,.0f samples: %.2f s of the analyzer and %.2f s of its PostgreSQL",
                    seconds,
                    samples,
                    cpu.own().toMillis() / 1e3 / (samples / 1e6),
                    cpu.postgres().toMillis() / 1e3 / (samples / 1e6)));
        }
    }
}
