package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A team's week as a table: a line for each workload, with all that it held. Exact, not rounded for people.
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
                    // GPU-milliseconds in an hour, to thousandths of GPUs
                    .plain(seconds(workload.peak() / 3600))
                    .plain(seconds(its.all()));
            STATES.forEach(state -> csv.plain(seconds(its.of(state))));
            csv.plain(seconds(its.unpriced()));
            week.currencies().forEach(currency -> {
                csv.plain(amount(its.cost(), currency));
                csv.plain(amount(its.cost(State.IDLE), currency));
            });
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
        });
        return head;
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }

    private static String amount(Map<String, Long> cost, String currency) {
        return BigDecimal.valueOf(cost.getOrDefault(currency, 0L), 6).toPlainString();
    }
}
