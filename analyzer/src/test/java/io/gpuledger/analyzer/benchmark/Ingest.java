package io.gpuledger.analyzer.benchmark;

import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Points the packaged analyzer, Prometheus and VictoriaMetrics at the same targets, one after the other, and prints
/// what each sample costs them. With -Dupdate it writes the table into docs/benchmarks.md.
public final class Ingest {
    private static final Setting<Long> SECONDS = Setting.whole("seconds", "How long each is watched.")
            .that(seconds -> seconds >= 1, "1 or more")
            .or("120");
    private static final Setting<Duration> WARM_UP = Setting.duration(
                    "warm-up",
                    "How long each runs before that, after its second scrape of every node. A JVM compiles for"
                            + " minutes.")
            .or("6m");
    private static final Setting<List<Contender>> CONTENDERS = Setting.parsed(
                    "contenders", "NAME,...", "Who is measured.", Ingest::contenders)
            .or("gpu-analyzer,prometheus,victoria-metrics");
    private static final Setting<Boolean> NO_CLIMB =
            Setting.onOff("no-climb", "Leaves out the highest rate that each holds.");
    private static final Declaration DECLARATION = new Declaration(
            "ingest",
            "Measures what it costs to take samples in.",
            List.of(),
            List.of(Fleet.NODES, Fleet.INTERVAL, Fleet.PAGE, SECONDS, WARM_UP, CONTENDERS, NO_CLIMB));

    /// At each step of the climb, a contender first runs for the first of these times, and is then watched for
    /// the second.
    private static final Duration CLIMB_SETTLING = Duration.ofSeconds(15);
    private static final Duration CLIMB_WINDOW = Duration.ofSeconds(20);

    private final Load load;
    private final Duration warmUp;
    private final Duration window;
    private final boolean climbs;

    Ingest(Load load, Duration warmUp, Duration window, boolean climbs) {
        this.load = load;
        this.warmUp = warmUp;
        this.window = window;
        this.climbs = climbs;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, Ingest::run);
    }

    private static void run(Settings settings) throws IOException, InterruptedException {
        var contenders = settings.get(CONTENDERS);
        var missing =
                contenders.stream().filter(contender -> !isThere(contender)).toList();
        if (!missing.isEmpty()) {
            missing.forEach(contender -> System.err.println("ingest: " + absence(contender)));
            System.exit(1);
        }
        var window = Duration.ofSeconds(settings.get(SECONDS));
        var load = Load.in(settings);
        var ingest = new Ingest(load, settings.get(WARM_UP), window, !settings.get(NO_CLIMB));
        var text = ingest.report(contenders).text();
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), section(load.page())).matches(text);
        }
    }

    private static String section(PageKind page) {
        return page == PageKind.DCGM ? "ingest" : "ingest-" + page.name().toLowerCase(Locale.ROOT);
    }

    private static List<Contender> contenders(String text) {
        return Arrays.stream(text.split(",", -1)).map(Ingest::contender).toList();
    }

    private static Contender contender(String name) {
        return Arrays.stream(Contender.values())
                .filter(contender -> contender.word().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be some of "
                        + String.join(
                                ", ",
                                Arrays.stream(Contender.values())
                                        .map(Contender::word)
                                        .toList())));
    }

    private static boolean isThere(Contender contender) {
        var command = Path.of(contender.command());
        return Stream.concat(
                        Stream.of(Path.of("")),
                        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                                .map(Path::of))
                .anyMatch(folder -> Files.isExecutable(folder.resolve(command)));
    }

    private static String absence(Contender contender) {
        return "%s is not there: %s".formatted(contender.title(), contender.origin());
    }

    Report report(List<Contender> contenders) throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var results = new ArrayList<Result>();
        for (var contender : contenders) {
            results.add(result(contender));
        }
        return new Report(machine, results);
    }

    private Result result(Contender contender) throws IOException, InterruptedException {
        var outcome = new Trial(contender, load, warmUp, window).run();
        if (outcome.taken().all() == 0) {
            throw new IOException("%s has counted no sample: see what Contender asks it for".formatted(contender));
        }
        var highest = climbs
                ? Optional.of(new Climb(contender, load, CLIMB_SETTLING, CLIMB_WINDOW).run())
                : Optional.<Climb.Highest>empty();
        return new Result(contender.version(), outcome, highest);
    }
}
