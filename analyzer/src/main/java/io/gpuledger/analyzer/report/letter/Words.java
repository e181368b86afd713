package io.gpuledger.analyzer.report.letter;

import static io.gpuledger.analyzer.report.Figures.hours;

import io.gpuledger.analyzer.advice.Saving;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.Figures;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The phrases that several sections have in common.
final class Words {
    private Words() {}

    /// Says how much of what each currency paid went into idle GPUs. The text is empty where nothing has a
    /// price.
    static String idleOf(Accounts accounts) {
        var idle = accounts.cost(State.IDLE);
        return accounts.cost().entrySet().stream()
                .map(cost -> "%1$s %2$s of %1$s %3$s"
                        .formatted(
                                cost.getKey(),
                                Figures.money(idle.getOrDefault(cost.getKey(), 0L)),
                                Figures.money(cost.getValue())))
                .collect(Collectors.joining(" and "));
    }

    /// Leaves out the currencies in which there is nothing.
    static String money(Map<String, Long> cost) {
        var some = new TreeMap<>(cost);
        some.values().removeIf(micros -> micros == 0);
        return Figures.money(some);
    }

    static String hoursAndMoney(long millis, Map<String, Long> cost) {
        var money = money(cost);
        return "%s GPU-hours%s".formatted(hours(millis), money.isEmpty() ? "" : " (" + money + ")");
    }

    /// The text is empty where it cannot be said beforehand what a change saves. A cheaper GPU saves money and no time.
    static String saving(Saving saving) {
        if (saving.millis() == 0) {
            var money = money(saving.cost());
            return money.isEmpty() ? "" : "Saves %s a week.".formatted(money);
        }
        var range = saving.least() == saving.most()
                ? ""
                : "; %s to %s in the weeks that were looked at".formatted(hours(saving.least()), hours(saving.most()));
        return "Saves %s a week%s.".formatted(hoursAndMoney(saving.millis(), saving.cost()), range);
    }

    static String workload(WorkloadName workload) {
        return "%s/%s in namespace %s of cluster %s"
                .formatted(
                        Plain.name(workload.kind()),
                        Plain.name(workload.name()),
                        Plain.name(workload.namespace()),
                        Plain.name(workload.cluster()));
    }
}
