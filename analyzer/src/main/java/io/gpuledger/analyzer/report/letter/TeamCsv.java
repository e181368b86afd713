package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Csv;
import io.gpuledger.analyzer.report.Grade;
import io.gpuledger.analyzer.report.StateOrder;
import io.gpuledger.analyzer.report.Tags;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// A team's week as a table: it has a line for each workload, with all that it held. Numbers are exact, and not
/// rounded for people.
final class TeamCsv {
    private TeamCsv() {}

    static String of(TeamStory story) {
        var week = story.week();
        var csv = new Csv().head(head(week));
        for (var workload : week.workloads()) {
            var its = workload.accounts();
            csv.plain(week.week())
                    .text(week.team())
                    .text(workload.cluster())
                    .text(workload.namespace())
                    .text(workload.name())
                    // The peak is in GPU-milliseconds in an hour, and is written in thousandths of GPUs.
                    .plain(seconds(workload.peak() / 3600))
                    .plain(seconds(its.all()));
            StateOrder.HELD.forEach(state -> csv.plain(seconds(its.of(state))));
            csv.plain(seconds(its.unpriced()));
            week.currencies().forEach(currency -> {
                csv.plain(amount(its.cost(), currency));
                csv.plain(amount(its.cost(State.IDLE), currency));
                csv.plain(amount(its.cost(State.UNDERUSED), currency));
            });
            usage(csv, workload.usage());
            advice(csv, story, workload);
            csv.end();
        }
        return csv.toString();
    }

    private static List<String> head(TeamWeek week) {
        var head = new ArrayList<>(
                List.of("week", "team", "cluster", "namespace", "workload", "gpus_peak", "held_seconds"));
        StateOrder.HELD.forEach(state -> head.add(state.word() + "_seconds"));
        head.add("unpriced_seconds");
        week.currencies().forEach(currency -> {
            head.add("cost_" + currency.toLowerCase(Locale.ROOT));
            head.add("idle_cost_" + currency.toLowerCase(Locale.ROOT));
            head.add("underused_cost_" + currency.toLowerCase(Locale.ROOT));
        });
        head.addAll(List.of(
                "grade",
                "grade_basis",
                "mean_activity",
                "tags",
                "memory_peak_bytes",
                "memory_total_bytes",
                "idle_runs",
                "longest_idle_run_seconds",
                "exempt",
                "advice",
                "saving_seconds"));
        return head;
    }

    private static void usage(Csv csv, Optional<WorkloadUsage> usage) {
        var grade = usage.flatMap(Grade::of);
        csv.plain(grade.map(its -> its.letter().name()).orElse(""))
                .plain(grade.map(its -> its.measure().word()).orElse(""))
                .plain(grade.map(its -> BigDecimal.valueOf(its.mean())
                                .setScale(4, RoundingMode.HALF_UP)
                                .toPlainString())
                        .orElse(""))
                .plain(usage.map(its -> Tags.of(its).stream().map(Tag::word).collect(Collectors.joining(" ")))
                        .orElse(""))
                .plain(usage.map(its -> text(its.memoryPeak())).orElse(""))
                .plain(usage.map(its -> text(its.memoryTotal())).orElse(""))
                .plain(usage.map(its -> String.valueOf(its.idleRuns())).orElse(""))
                .plain(usage.flatMap(its -> its.longest().stream().findFirst())
                        .map(run -> seconds(run.span().millis()))
                        .orElse(""));
    }

    /// A table has room for one advice for each workload: the one that saves most.
    private static void advice(Csv csv, TeamStory story, Workload workload) {
        var best = story.advice().stream()
                .filter(advice -> advice.workload().equals(TeamStory.name(workload)))
                .max(Comparator.comparingLong(advice -> advice.saving().millis()));
        csv.text(story.exempt(workload).orElse(""))
                .text(best.map(Advice::what).orElse(""))
                .plain(best.map(advice -> seconds(advice.saving().millis())).orElse(""));
    }

    private static String text(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : "";
    }

    static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }

    static String amount(Map<String, Long> cost, String currency) {
        return BigDecimal.valueOf(cost.getOrDefault(currency, 0L), 6).toPlainString();
    }
}
