package io.gpuledger.analyzer.benchmark;

import static java.util.stream.Collectors.summingLong;

import io.gpuledger.analyzer.books.Kept;
import io.gpuledger.analyzer.books.Past;
import io.gpuledger.analyzer.ledger.PageRows;
import io.gpuledger.analyzer.report.FleetWeeks;
import io.gpuledger.analyzer.store.questions.Dimension;
import io.gpuledger.analyzer.store.questions.LedgerQuestion;
import io.gpuledger.analyzer.store.questions.LedgerTables;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.web.LedgerEndpoint;
import io.gpuledger.analyzer.web.gate.Gate;
import io.gpuledger.gate.Golden;
import io.gpuledger.gate.Machine;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import io.gpuledger.service.settings.Settings;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.Pages;
import io.gpuledger.simulator.story.Basis;
import io.gpuledger.simulator.story.Pod;
import io.gpuledger.simulator.story.Story;
import io.gpuledger.simulator.truth.Account;
import io.gpuledger.simulator.truth.Truth;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The weekly question: what did each team hold, what did it use, and what lay idle for half an hour or longer? Asked
/// of books that were kept of a simulated fleet in a PostgreSQL, and held against a recount of every GPU-second: the
/// simulator's truth, which knows the story and nothing of us. With -Dupdate the table goes into docs/benchmarks.md.
public final class Weekly {
    private static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes of 8 GPUs there are.")
            .that(nodes -> nodes >= 1 && nodes <= 2_000, "1 to 2000")
            .or("125");
    private static final Setting<Duration> STEP = Setting.duration("step", "From scrape to scrape.")
            .that(step -> step.toSeconds() >= 10 && 3600 % step.toSeconds() == 0, "10s or longer, a part of an hour")
            .or("2m");
    private static final Setting<Long> TIMES = Setting.whole("times", "How often each question is asked.")
            .that(times -> times >= 1, "1 or more")
            .or("500");
    private static final Declaration DECLARATION =
            new Declaration("weekly", "Asks the weekly question.", List.of(), List.of(NODES, STEP, TIMES));
    private static final double BUDGET_MILLIS = 10;

    /// @param nanos how long each answer took, sorted
    record Asked(String way, List<Long> nanos) {
        double millis(double part) {
            return nanos.get((int) Math.min(nanos.size() - 1L, (long) (part * nanos.size()))) / 1e6;
        }
    }

    /// @param off how many sums of a team and state are not the recount's
    record Result(int gpus, long rows, long entries, int sums, long off, long bookNanos, List<Asked> asked) {}

    private record Sum(String team, String state) {}

    private interface Question {
        void ask() throws IOException, InterruptedException;
    }

    private final Story story;
    private final int stepSeconds;
    private final int times;

    Weekly(int nodes, int stepSeconds, int times) {
        this.story = PlainStory.of(nodes, stepSeconds, 1);
        this.stepSeconds = stepSeconds;
        this.times = times;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, Weekly::run);
        System.exit(0);
    }

    private static void run(Settings settings) throws IOException, InterruptedException {
        var machine = Machine.here().text();
        var weekly = new Weekly(
                Math.toIntExact(settings.get(NODES)),
                Math.toIntExact(settings.get(STEP).toSeconds()),
                Math.toIntExact(settings.get(TIMES)));
        var text = weekly.text(machine, weekly.result());
        System.out.print(text);
        if (System.getProperty("update") != null) {
            Golden.section(Path.of("docs/benchmarks.md"), "weekly").matches(text);
        }
    }

    Result result() throws IOException, InterruptedException {
        var begin = Instant.ofEpochSecond(story.span().from());
        var end = Instant.ofEpochSecond(story.span().to());
        try (var kept = Kept.at(begin, end)) {
            kept.tell(List.of(), Past.statements(story));
            var rows = tell(kept);
            var began = System.nanoTime();
            kept.passAt(end.plus(Duration.ofHours(3)));
            var bookNanos = System.nanoTime() - began;
            var ledger = new LedgerTables(kept.database());
            var ours = ours(ledger);
            var recount = recount();
            var off = Stream.concat(recount.keySet().stream(), ours.keySet().stream())
                    .distinct()
                    .filter(sum -> !Objects.equals(recount.get(sum), ours.get(sum)))
                    .count();
            var entries = Long.parseLong(
                    kept.rows("select count(*) from gpu_ledger.entry").getFirst());
            return new Result(
                    PlainStory.GPUS_OF_NODE * story.fleet().nodes().size(),
                    rows,
                    entries,
                    recount.size(),
                    off,
                    bookNanos,
                    asked(ledger));
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the books were not kept", e);
        }
    }

    /// What a scraper gets of each node, at the instants at which something may happen.
    private long tell(Kept kept) throws Exception {
        var pages = new Pages(story, story.span().from(), Exporter.GPU_EXPORTER, 1);
        var all = 0L;
        for (var node = 0; node < pages.size(); node++) {
            var reader = new PageRows();
            var rows = new ArrayList<Row>();
            for (var at = story.span().from(); at < story.span().to(); at += stepSeconds) {
                var page = pages.at(node, at);
                if (page.isPresent()) {
                    rows.addAll(reader.rows(page.get(), at * 1000));
                }
            }
            kept.tell(rows, List.of());
            all += rows.size();
        }
        return all;
    }

    private static LedgerQuestion question() {
        var week = PlainStory.week();
        return LedgerQuestion.of(
                new io.gpuledger.analyzer.time.Span(week.from() * 1000, week.to() * 1000),
                Dimension.TEAM,
                Dimension.STATE);
    }

    private static Map<Sum, Long> ours(LedgerTables ledger) {
        return ledger.answer(question()).lines().stream()
                .collect(Collectors.toMap(
                        line -> new Sum(
                                line.key().getFirst().orElse(""),
                                line.key().getLast().orElseThrow()),
                        line -> line.sum().millis()));
    }

    /// Each second of each GPU by itself.
    private Map<Sum, Long> recount() {
        var book = Truth.of(story, Basis.SM_ACTIVE, PlainStory.week());
        return book.parts().entrySet().stream()
                .collect(Collectors.groupingBy(
                        entry -> sum(entry.getKey()),
                        summingLong(entry -> 1000
                                * entry.getValue()
                                / book.partsInSecond(entry.getKey().gpu()))));
    }

    private static Sum sum(Account account) {
        return new Sum(
                account.owner().map(Pod::team).orElse(""), account.state().word());
    }

    private List<Asked> asked(LedgerTables ledger) throws IOException, InterruptedException {
        var week = PlainStory.week();
        var weeks = new FleetWeeks(ledger);
        var routes = LedgerEndpoint.of(ledger, InstantSource.system());
        var address = HttpSettings.at(new Address("127.0.0.1", 0));
        try (var http = HttpServer.start(
                        address, new Reloads(Duration.ofDays(1), InstantSource.system()), Gate.open(), routes::add);
                var client = HttpClient.newHttpClient()) {
            var url = URI.create("http://127.0.0.1:%d/api/v1/ledger?by=team,state&from=%s&to=%s"
                    .formatted(http.port(), Instant.ofEpochSecond(week.from()), Instant.ofEpochSecond(week.to())));
            var request = HttpRequest.newBuilder(url).build();
            return List.of(
                    asked("the store's query", () -> ledger.answer(question())),
                    asked("`/api/v1/ledger` by HTTP", () -> {
                        var answer = client.send(request, BodyHandlers.ofString());
                        if (answer.statusCode() != 200) {
                            throw new IOException(answer.body());
                        }
                    }),
                    asked(
                            "all of the page's week: five of them, and the week before",
                            () -> weeks.last(Instant.ofEpochSecond(week.to()))));
        }
    }

    /// The first half is warm-up.
    private Asked asked(String way, Question question) throws IOException, InterruptedException {
        var nanos = new ArrayList<Long>();
        for (var i = 0; i < 2 * times; i++) {
            var began = System.nanoTime();
            question.ask();
            nanos.add(System.nanoTime() - began);
        }
        return new Asked(way, nanos.stream().skip(times).sorted().toList());
    }

    String text(String machine, Result result) {
        var text = new StringBuilder("%s. %,d GPUs x 7 days, each %d s: %,d rows, booked in %.0f s to %,d entries.%n%n"
                .formatted(
                        machine,
                        result.gpus(),
                        stepSeconds,
                        result.rows(),
                        result.bookNanos() / 1e9,
                        result.entries()));
        text.append("| the weekly question, %d times | median | p99 | budget | |%n|---|---:|---:|---:|---|%n"
                .formatted(times));
        result.asked()
                .forEach(asked -> text.append(String.format(
                        Locale.ROOT,
                        "| %s | %.1f ms | %.1f ms | %s |%n",
                        asked.way(),
                        asked.millis(0.5),
                        asked.millis(0.99),
                        asked.way().startsWith("all")
                                ? " | "
                                : "%.0f ms | %s"
                                        .formatted(
                                                BUDGET_MILLIS,
                                                asked.millis(0.99) <= BUDGET_MILLIS ? "met" : "**missed**"))));
        text.append("%nOf %d sums of a team and state, %d are another than those of the recount by the second.%n"
                .formatted(result.sums(), result.off()));
        return text.toString();
    }
}
