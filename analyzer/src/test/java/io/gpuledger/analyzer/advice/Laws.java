package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Advice.Kind;
import io.gpuledger.analyzer.ledger.State;
import java.util.ArrayList;
import java.util.List;

/// What is so of each advice, whatever it is of.
final class Laws {
    private Laws() {}

    static List<String> of(WorkloadWeeks weeks, Advice advice) {
        var problems = new ArrayList<String>();
        var saving = advice.saving();
        var held = Savings.of(weeks, Savings.HELD, _ -> 1);
        if (saving.millis() < 0
                || saving.millis() > held.millis()
                || saving.least() < 0
                || saving.least() > saving.millis()
                || saving.millis() > saving.most()
                || saving.most() > held.most()) {
            problems.add("saves " + saving + " of " + held);
        }
        saving.cost().forEach((currency, amount) -> {
            if (amount < 0 || amount > held.cost().getOrDefault(currency, 0L)) {
                problems.add("saves " + saving + " of " + held);
            }
        });
        if (advice.kind() == Kind.STOP && saving.millis() > idle(weeks)) {
            problems.add("stops more than is idle: " + advice);
        }
        return problems;
    }

    private static long idle(WorkloadWeeks weeks) {
        return weeks.hours().stream()
                .filter(hour -> hour.hour() >= weeks.window().to() - Savings.WEEK)
                .mapToLong(hour -> hour.held().getOrDefault(State.IDLE, 0L))
                .sum();
    }
}
