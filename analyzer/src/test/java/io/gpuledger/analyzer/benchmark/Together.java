package io.gpuledger.analyzer.benchmark;

import io.gpuledger.analyzer.store.embedded.EmbeddedPostgres;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.gate.ProcessFiles;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// One, two and three analyzers on one database that share out the same targets among themselves: what each of them and
/// the database take, and whether all is taken in. With -Dupdate it writes the table into docs/scaling.md.
public final class Together {
    private static final Setting<Long> ANALYZERS = Setting.whole("analyzers", "How many there are at most.")
            .that(count -> count >= 1 && count <= 9, "from 1 to 9")
            .or("3");
    private static final Setting<Long> SECONDS = Setting.whole("seconds", "How long they are watched.")
            .that(seconds -> seconds >= 1, "1 or more")
            .or("120");
    private static final Setting<Duration> WARM_UP = Setting.duration(
                    "warm-up", "How long they run before that, after their second scrape of every node.")
            .or("5m");
    private static final Declaration DECLARATION = new Declaration(
            "together",
            "Measures analyzers that share targets.",
            List.of(),
            List.of(Fleet.NODES, Fleet.INTERVAL, Fleet.PAGE, ANALYZERS, SECONDS, WARM_UP));

    private static final Duration PACE = Duration.ofMillis(500);
    private static final Duration FIRST_SCRAPES = Duration.ofMinutes(3);
    private static final double MEBIBYTE = 1 << 20;

    /// @param cpu of an analyzer
    /// @param highestRss in bytes
    private record Part(Duration cpu, long highestRss, double targets) {}

    /// @param parts of each analyzer
    /// @param behind for how many seconds the oldest waits that is not in the database, of the slowest
    private record Row(
            Duration window,
            FleetProcess.Served served,
            Taken taken,
            List<Part> parts,
            Duration postgres,
            double behind) {
        Duration own() {
            return parts.stream().map(Part::cpu).reduce(Duration.ZERO, Duration::plus);
        }
    }

    private record Reading(
            long atNanos, FleetProcess.Served served, List<Taken> taken, List<Duration> cpu, Duration postgres) {}

    private final Load load;
    private final Duration warmUp;
    private final Duration window;

    private Together(Load load, Duration warmUp, Duration window) {
        this.load = load;
        this.warmUp = warmUp;
        this.window = window;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, Together::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var load = Load.in(settings);
        var together = new Together(load, settings.get(WARM_UP), Duration.ofSeconds(settings.get(SECONDS)));
        var rows = new ArrayList<Row>();
        for (var count = 1; count <= settings.get(ANALYZERS); count++) {
            rows.add(together.measure(count));
        }
        var text = text(machine, load, rows);
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/scaling.md"), "together").matches(text);
        }
    }

    private Row measure(int count) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "together");
        var contestants = new ArrayList<Contestant>();
        try (var fleet = FleetProcess.start(load);
                var server = EmbeddedPostgres.start(folder.resolve("server"))) {
            for (var number = 0; number < count; number++) {
                contestants.add(started(fleet.targets(), folder.resolve("analyzer-" + number), server, folder));
            }
            awaitWarm(fleet);
            return watch(fleet, contestants, postgres(folder));
        } catch (IOException e) {
            throw new IOException(lastWords(contestants), e);
        } finally {
            contestants.forEach(Contestant::close);
            Trial.delete(folder);
        }
    }

    /// One that is not to be reached any more has said why.
    private static String lastWords(List<Contestant> contestants) {
        return contestants.stream()
                .flatMap(one -> one.child().program().output().lines().toList().reversed().stream()
                        .limit(1))
                .collect(Collectors.joining(System.lineSeparator()));
    }

    /// The server's processes are known by their folder alone: no process has the number 0.
    private static ProcessTree postgres(Path folder) {
        return new ProcessTree(0, Optional.of(folder.resolve("server")));
    }

    private Contestant started(URI targets, Path home, EmbeddedPostgres server, Path folder)
            throws IOException, InterruptedException {
        Files.createDirectories(home);
        var child = Child.start(
                List.of(
                        Contender.GPU_ANALYZER.command(),
                        "serve",
                        "--listen=127.0.0.1:0",
                        "--data-dir=" + home.toAbsolutePath(),
                        "--share-targets=fleet",
                        "--scrape-http-sd=" + targets,
                        "--scrape-interval=" + load.interval().toMillis() + "ms",
                        "--database-url=" + server.url(),
                        "--database-user=" + server.user(),
                        "--database-password-file="
                                + folder.resolve("server/password").toAbsolutePath()),
                home);
        return Contender.GPU_ANALYZER.awaited(child, home, "serving http://127\\.0\\.0\\.1:(\\d+)");
    }

    private void awaitWarm(FleetProcess fleet) throws IOException, InterruptedException {
        var deadline = System.nanoTime()
                + FIRST_SCRAPES.plus(load.interval().multipliedBy(2)).toNanos();
        while (fleet.served().warmNodes() < load.nodes() && System.nanoTime() < deadline) {
            TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
        }
        TimeUnit.NANOSECONDS.sleep(warmUp.toNanos());
    }

    private Row watch(FleetProcess fleet, List<Contestant> contestants, ProcessTree postgres)
            throws IOException, InterruptedException {
        var before = reading(fleet, contestants, postgres);
        TimeUnit.NANOSECONDS.sleep(window.toNanos());
        var after = reading(fleet, contestants, postgres);
        var parts = new ArrayList<Part>();
        var taken = new Taken(0, 0);
        var behind = 0.0;
        for (var number = 0; number < contestants.size(); number++) {
            var one = contestants.get(number);
            var its = after.taken.get(number).since(before.taken.get(number));
            taken = new Taken(taken.kept() + its.kept(), taken.ignored() + its.ignored());
            behind = Math.max(behind, one.behindSeconds());
            parts.add(new Part(
                    after.cpu.get(number).minus(before.cpu.get(number)),
                    new ProcessFiles(one.child().program().pid()).highestRssBytes(),
                    Counters.of(one.address().resolve("/metrics")).sum("gpu_analyzer_targets")));
        }
        return new Row(
                Duration.ofNanos(after.atNanos - before.atNanos),
                after.served.since(before.served),
                taken,
                parts,
                after.postgres.minus(before.postgres),
                behind);
    }

    private static Reading reading(FleetProcess fleet, List<Contestant> contestants, ProcessTree postgres)
            throws IOException, InterruptedException {
        var taken = new ArrayList<Taken>();
        var cpu = new ArrayList<Duration>();
        for (var one : contestants) {
            taken.add(one.taken());
            cpu.add(one.cpu().own());
        }
        return new Reading(
                System.nanoTime(), fleet.served(), taken, cpu, postgres.cpu().postgres());
    }

    private static String text(String machine, Load load, List<Row> rows) {
        var text =
                new StringBuilder("%s. %s, %s GPUs; each number of analyzers watched for %d s, one after the other.%n%n"
                        .formatted(
                                machine,
                                load.text(),
                                String.format(Locale.ROOT, "%,d", load.nodes() * 8),
                                rows.getFirst().window().toSeconds()));
        text.append("| | ")
                .append(rows.stream()
                        .map(row ->
                                row.parts().size() == 1 ? "one" : row.parts().size() + " analyzers")
                        .collect(Collectors.joining(" | ")))
                .append(" |\n|---|")
                .append("---:|".repeat(rows.size()))
                .append('\n');
        line(
                text,
                rows,
                "samples taken in, each second",
                row -> "%,.0f".formatted(row.taken().all() / seconds(row.window())));
        line(
                text,
                rows,
                "- of those that were served",
                row -> "%.1f %%"
                        .formatted(100 * row.taken().all() / row.served().samples()));
        line(
                text,
                rows,
                "scrapes late",
                row -> "%.2f %%"
                        .formatted(100 * row.served().late() / row.served().pages()));
        line(
                text,
                rows,
                "targets of each",
                row -> row.parts().stream()
                        .map(part -> "%,.0f".formatted(part.targets()))
                        .collect(Collectors.joining(", ")));
        line(
                text,
                rows,
                "CPU of each, of a core",
                row -> row.parts().stream()
                        .map(part -> "%.1f %%".formatted(100 * seconds(part.cpu()) / seconds(row.window())))
                        .collect(Collectors.joining(", ")));
        line(
                text,
                rows,
                "CPU of PostgreSQL, of a core",
                row -> "%.1f %%".formatted(100 * seconds(row.postgres()) / seconds(row.window())));
        line(
                text,
                rows,
                "CPU seconds per million samples, all together",
                row -> "%.2f"
                        .formatted(1e6
                                * seconds(row.own().plus(row.postgres()))
                                / row.taken().all()));
        line(
                text,
                rows,
                "memory of each, at most",
                row -> row.parts().stream()
                        .map(part -> "%,.0f MiB".formatted(part.highestRss() / MEBIBYTE))
                        .collect(Collectors.joining(", ")));
        line(text, rows, "behind with the database, the slowest", row -> "%.1f s".formatted(row.behind()));
        return text.toString();
    }

    private interface Figure {
        String of(Row row);
    }

    private static void line(StringBuilder text, List<Row> rows, String name, Figure figure) {
        text.append("| ").append(name);
        rows.forEach(row -> text.append(" | ").append(figure.of(row)));
        text.append(" |\n");
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
