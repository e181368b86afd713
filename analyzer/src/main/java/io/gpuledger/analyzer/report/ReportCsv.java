package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.advice.Tag;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// A team's week as a table: it has a line for each workload, with all that it held. Numbers are exact, and not rounded
/// for people.
public final class ReportCsv {
    private static final List<State> STATES =
            List.of(State.USED, State.UNDERUSED, State.IDLE, State.STARTING, State.UNHEALTHY, State.UNOBSERVED);

    private ReportCsv() {}

    public static String of(TeamWeek week) {
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
            STATES.forEach(state -> csv.plain(seconds(its.of(state))));
            csv.plain(seconds(its.unpriced()));
            week.currencies().forEach(currency -> {
                csv.plain(amount(its.cost(), currency));
                csv.plain(amount(its.cost(State.IDLE), currency));
                csv.plain(amount(its.cost(State.UNDERUSED), currency));
            });
            usage(csv, workload.usage());
            csv.end();
        }
        return csv.toString();
    }

    private static List<String> head(TeamWeek week) {
        var head = new ArrayList<>(
                List.of("week", "team", "cluster", "namespace", "workload", "gpus_peak", "held_seconds"));
        STATES.forEach(state -> head.add(state.word() + "_seconds"));
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
                "longest_idle_run_seconds"));
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

    private static String text(OptionalLong value) {
        return value.isPresent() ? String.valueOf(value.getAsLong()) : "";
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }

    private static String amount(Map<String, Long> cost, String currency) {
        return BigDecimal.valueOf(cost.getOrDefault(currency, 0L), 6).toPlainString();
    }
}
