package io.gpuledger.analyzer.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.analyzer.web.CellFrames;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// How long people and programs wait for an answer about a large fleet with a week of books, while its pages are
/// scraped: each kind of page by itself, then many at once, then the map of the fleet in a browser. With -Dupdate the
/// tables go into docs/benchmarks.md.
public final class PageTimes {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes of up to 8 GPUs there are.")
            .that(nodes -> nodes >= 1 && nodes <= 12_500, "1 to 12500")
            .or("1250");
    private static final Setting<Long> DAYS = Setting.whole("days", "How many days of the past are told.")
            .that(days -> days >= 1 && days <= 14, "1 to 14")
            .or("7");
    private static final Setting<Duration> STEP =
            Setting.duration("step", "From scrape to scrape in the past.").or("5m");
    private static final Setting<Long> TIMES = Setting.whole("times", "How often each page is asked for.")
            .that(times -> times >= 1, "1 or more")
            .or("200");
    private static final Setting<Long> RATE = Setting.whole("rate", "How many requests a second a crowd asks.")
            .that(rate -> rate >= 1 && rate <= 1_000, "1 to 1000")
            .or("200");
    private static final Setting<Long> SECONDS = Setting.whole("seconds", "For how long.")
            .that(seconds -> seconds >= 1, "1 or more")
            .or("60");
    private static final Setting<Long> RETURNS = Setting.whole(
                    "returns", "How often each page is asked for after a minute in which nobody asked for any.")
            .that(returns -> returns >= 1, "1 or more")
            .or("5");
    private static final Setting<Path> KEPT = Setting.file(
            "kept",
            "A folder in which the fleet's books stay for the next run, which goes on with them the same day or the"
                    + " next.");
    private static final Declaration DECLARATION = new Declaration(
            "pages",
            "Measures how long pages take.",
            List.of(),
            List.of(NODES, DAYS, STEP, TIMES, RETURNS, RATE, SECONDS, KEPT));

    private static final double BUDGET_MILLIS = 300;
    private static final double LEDGER_BUDGET_MILLIS = 10;
    /// By then a program that was started just now has compiled what it runs often.
    private static final int WARM_UP_SECONDS = 60;
    private static final long SEED = 1;
    private static final Duration AWAY = Duration.ofMinutes(1);

    private record Asked(String name, int bytes, List<Long> nanos) {
        double millis(double part) {
            return nanos.get(Math.max(0, (int) Math.ceil(part * nanos.size()) - 1)) / 1e6;
        }
    }

    private final Settings settings;
    private final StringBuilder text = new StringBuilder();

    private PageTimes(Settings settings) {
        this.settings = settings;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, settings -> new PageTimes(settings).run());
        System.exit(0);
    }

    private void run() throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var passing = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "pages");
        var folder = Files.createDirectories(settings.find(KEPT).orElse(passing));
        var began = System.nanoTime();
        try (var week = PlayedWeek.start(
                Math.toIntExact(settings.get(NODES)),
                Math.toIntExact(settings.get(DAYS)),
                settings.get(STEP),
                folder)) {
            var gpus = PagePaths.count(week.site());
            line(("%s. %,d GPUs and %d days of their past, told each %d s and booked within %.0f s; then scraped each"
                            + " 30 s, while this was asked.")
                    .formatted(
                            machine,
                            gpus,
                            settings.get(DAYS),
                            settings.get(STEP).toSeconds(),
                            (System.nanoTime() - began) / 1e9));
            var paths = PagePaths.of(week.site(), SEED);
            try (var anew = week.again(List.of("--web-keep-answers=0s"))) {
                anew.awaitCalm();
                var found = oneByOne(anew.site(), paths.byName());
                try (var usual = anew.again(List.of())) {
                    usual.awaitCalm();
                    var served = oneByOne(usual.site(), paths.byName());
                    table(found, served, afterMinutes(usual.site(), paths.byName()));
                    crowd(usual.site(), List.copyOf(paths.byName().values()));
                    cells(usual.site());
                }
            }
        } finally {
            Trial.delete(passing);
        }
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "pages").matches(text.toString());
        }
    }

    private List<Asked> oneByOne(URI site, Map<String, Supplier<String>> paths)
            throws IOException, InterruptedException {
        var all = new ArrayList<Asked>();
        try (var client = HttpClient.newHttpClient()) {
            for (var path : paths.entrySet()) {
                all.add(asked(client, site, path, Math.toIntExact(settings.get(TIMES))));
            }
        }
        return all;
    }

    /// Each page is asked for once after each minute.
    private List<Asked> afterMinutes(URI site, Map<String, Supplier<String>> paths)
            throws IOException, InterruptedException {
        var nanos = new LinkedHashMap<String, List<Long>>();
        try (var client = HttpClient.newHttpClient()) {
            for (var i = 0; i < settings.get(RETURNS); i++) {
                Thread.sleep(AWAY);
                for (var path : paths.entrySet()) {
                    var once = asked(client, site, path, 1).nanos();
                    nanos.computeIfAbsent(path.getKey(), _ -> new ArrayList<>()).addAll(once);
                }
            }
        }
        return nanos.entrySet().stream()
                .map(one -> new Asked(
                        one.getKey(), 0, one.getValue().stream().sorted().toList()))
                .toList();
    }

    /// @param found where each is found anew
    /// @param served the same paths in the same order, where answers are kept as usual
    /// @param returned the same, asked for after a while in which nobody asked
    private void table(List<Asked> found, List<Asked> served, List<Asked> returned) {
        line("");
        line(("| asked one after the other, %,d times each | size | found anew: median | p99 | as it is served:"
                        + " median | p99 | after a minute, the slowest of %d | budget | |")
                .formatted(settings.get(TIMES), settings.get(RETURNS)));
        line("|---|---:|---:|---:|---:|---:|---:|---:|---|");
        for (var i = 0; i < found.size(); i++) {
            var anew = found.get(i);
            var usual = served.get(i);
            var later = returned.get(i);
            line("| %s | %,.0f kB | %,.1f ms | %,.1f ms | %,.1f ms | %,.1f ms | %,.1f ms | %.0f ms | %s |"
                    .formatted(
                            anew.name(),
                            anew.bytes() / 1e3,
                            anew.millis(0.5),
                            anew.millis(0.99),
                            usual.millis(0.5),
                            usual.millis(0.99),
                            later.millis(1),
                            budget(anew),
                            verdict(anew, usual, later)));
        }
    }

    private static double budget(Asked asked) {
        return asked.name().contains("/api/v1/ledger") ? LEDGER_BUDGET_MILLIS : BUDGET_MILLIS;
    }

    private static String verdict(Asked anew, Asked usual, Asked later) {
        if (Math.max(usual.millis(0.99), later.millis(1)) > budget(usual)) {
            return "**missed**";
        }
        return anew.millis(0.99) <= budget(anew) ? "met" : "met as it is served";
    }

    /// The first tenth is warm-up.
    private static Asked asked(HttpClient client, URI site, Map.Entry<String, Supplier<String>> path, int times)
            throws IOException, InterruptedException {
        var warmUp = times / 10;
        var nanos = new ArrayList<Long>();
        var bytes = 0;
        for (var i = 0; i < warmUp + times; i++) {
            var request =
                    HttpRequest.newBuilder(site.resolve(path.getValue().get())).build();
            var began = System.nanoTime();
            var answer = client.send(request, BodyHandlers.ofByteArray());
            if (answer.statusCode() != 200) {
                throw new IOException("%s answers %d: %s"
                        .formatted(request.uri(), answer.statusCode(), new String(answer.body(), UTF_8)));
            }
            bytes = answer.body().length;
            if (i >= warmUp) {
                nanos.add(System.nanoTime() - began);
            }
        }
        return new Asked(path.getKey(), bytes, nanos.stream().sorted().toList());
    }

    private void crowd(URI site, List<Supplier<String>> paths) throws InterruptedException {
        var rate = Math.toIntExact(settings.get(RATE));
        var seconds = Math.toIntExact(settings.get(SECONDS));
        var heard = new Crowd(site, paths, rate, WARM_UP_SECONDS, seconds).ask();
        line("");
        line("| all of these in turn, %d a second for %d s after %d s of the same, whoever waits | |"
                .formatted(rate, seconds, WARM_UP_SECONDS));
        line("|---|---:|");
        line("| answered | %,d |".formatted(heard.nanos().size()));
        line("| failed | %,d |".formatted(heard.failures().size()));
        if (!heard.nanos().isEmpty()) {
            line("| median | %,.0f ms |".formatted(heard.millis(0.5)));
            line("| p99 | %,.0f ms |".formatted(heard.millis(0.99)));
        }
        heard.failures().stream().distinct().limit(10).forEach(System.err::println);
    }

    private void cells(URI site) {
        var frames = CellFrames.of(site);
        line("");
        line(("The map at `/fleet` in Chromium, which draws without a GPU here: %.0f frames a second while it is"
                        + " zoomed and drawn about, the longest %.0f ms; it is drawn %.0f ms after the page was asked"
                        + " for.")
                .formatted(frames.perSecond(), frames.longestMillis(), frames.firstMillis()));
    }

    private void line(String line) {
        System.out.println(line);
        text.append(line).append('\n');
    }
}
