package io.gpuledger.analyzer.benchmark;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The results as a paragraph and a table: a column for each contender.
record Report(String machine, List<Result> results) {
    private static final double MEBIBYTE = 1024 * 1024;

    String text() {
        var load = results.getFirst().outcome().load();
        return setting(load) + "\n\n" + header() + taken() + cpu() + memory() + disk() + highest();
    }

    private String setting(Load load) {
        return String.format(
                Locale.ROOT,
                "%s; %s. %s, pages of %,.0f bytes and %,.0f samples; watched for %d s each, one after the other.",
                machine,
                results.stream().map(Result::version).collect(Collectors.joining("; ")),
                load.text(),
                mean(served -> served.bytes() / served.pages()),
                mean(served -> served.samples() / served.pages()),
                results.getFirst().outcome().window().toSeconds());
    }

    private double mean(ToDoubleFunction<FleetProcess.Served> figure) {
        return results.stream()
                .map(result -> result.outcome().served())
                .mapToDouble(figure)
                .average()
                .orElseThrow();
    }

    private String header() {
        return results.stream()
                        .map(result -> result.outcome().contender().title())
                        .collect(Collectors.joining(" | ", "| figure | ", " |\n"))
                + "|---|" + "---:|".repeat(results.size()) + "\n";
    }

    private String taken() {
        return row("samples served, each second", "%,.0f", Outcome::samplesPerSecond)
                + row("- taken in by its own count", "%.1f %%", outcome -> outcome.takenShare() * 100)
                + row("- of these of no use to it", "%.1f %%", Report::ignoredPercent)
                + row("scrapes missed or late", "%.2f %%", outcome -> outcome.missedShare() * 100)
                + row("behind with its database", "%.1f s", Outcome::behindSeconds);
    }

    private static double ignoredPercent(Outcome outcome) {
        return outcome.taken().ignored() * 100 / outcome.taken().all();
    }

    private String cpu() {
        return row("CPU seconds per million samples", "%.2f", Outcome::perMillion)
                + row(
                        "- its own",
                        "%.2f",
                        outcome -> outcome.perMillion(outcome.cpu().own()))
                + row(
                        "- PostgreSQL's",
                        "%.2f",
                        outcome -> outcome.perMillion(outcome.cpu().postgres()))
                + row("- per million that it keeps", "%.2f", Outcome::perMillionKept)
                + timesOurs()
                + row("CPU a page", "%.2f ms", Outcome::millisPerPage)
                + row("- of the page server, which is not counted", "%.2f ms", Outcome::fleetMillisPerPage);
    }

    private String timesOurs() {
        return ours().map(ours -> line(
                        "- times gpu-analyzer's",
                        result -> times(result.outcome(), result.outcome().perMillion() / ours.perMillion())))
                .orElse("");
    }

    private Optional<Outcome> ours() {
        return results.stream()
                .map(Result::outcome)
                .filter(outcome -> outcome.contender() == Contender.GPU_ANALYZER)
                .findFirst();
    }

    private static String times(Outcome outcome, double times) {
        return switch (outcome.contender()) {
            case GPU_ANALYZER -> "";
            case PROMETHEUS -> atLeast(times, 6);
            case VICTORIA_METRICS -> atLeast(times, 9);
        };
    }

    private static String atLeast(double times, int budget) {
        return String.format(
                Locale.ROOT, "%.1f, at least %d: %s", times, budget, times >= budget ? "met" : "**missed**");
    }

    private String memory() {
        return row("RSS at the end", "%,.1f MiB", outcome -> outcome.memory().rss() / MEBIBYTE)
                + row("- highest", "%,.1f MiB", outcome -> outcome.memory().highestRss() / MEBIBYTE)
                + row(
                        "PSS of PostgreSQL",
                        "%,.1f MiB",
                        outcome -> outcome.memory().postgresPss() / MEBIBYTE);
    }

    private String disk() {
        return row(
                        "bytes on disk per sample that it keeps",
                        "%.1f",
                        outcome -> outcome.stored().keptBytesPerSample())
                + row(
                        "- and in logs written ahead and caches",
                        "%.1f",
                        outcome -> outcome.stored().passingBytesPerSample());
    }

    private String highest() {
        if (results.stream().allMatch(result -> result.highest().isEmpty())) {
            return "";
        }
        return highestLine(
                        "highest rate held, samples each second",
                        highest -> highest.held()
                                .map(held -> String.format(Locale.ROOT, "%,.0f", held.samplesPerSecond())))
                + highestLine(
                        "- which is",
                        highest -> highest.held().map(held -> held.load().text()))
                + highestLine(
                        "- CPU seconds per million samples at it",
                        highest -> highest.held().map(held -> String.format(Locale.ROOT, "%.2f", held.perMillion())))
                + highestLine(
                        "- RSS at it, highest",
                        highest -> highest.held()
                                .map(held -> String.format(
                                        Locale.ROOT, "%,.1f MiB", held.memory().highestRss() / MEBIBYTE)))
                + highestLine(
                        "least load not held", highest -> highest.refused().map(Load::text));
    }

    private String highestLine(String name, Function<Climb.Highest, Optional<String>> cell) {
        return line(name, result -> result.highest().flatMap(cell).orElse("none"));
    }

    private String row(String name, String format, ToDoubleFunction<Outcome> figure) {
        return line(name, result -> String.format(Locale.ROOT, format, figure.applyAsDouble(result.outcome())));
    }

    private String line(String name, Function<Result, String> cell) {
        return results.stream().map(cell).collect(Collectors.joining(" | ", "| " + name + " | ", " |\n"));
    }
}
