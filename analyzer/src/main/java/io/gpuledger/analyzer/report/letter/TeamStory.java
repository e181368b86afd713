package io.gpuledger.analyzer.report.letter;

import io.gpuledger.analyzer.advice.Advice;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.report.Accounts;
import io.gpuledger.analyzer.report.TeamWeek;
import io.gpuledger.analyzer.report.TeamWeek.Workload;
import io.gpuledger.analyzer.report.WeekFinding;
import io.gpuledger.analyzer.report.letter.Advices.Advised;
import java.util.List;
import java.util.Optional;

/// All that the letter to a team is written from.
///
/// @param findings by which GPUs lost time while the team held them
record TeamStory(TeamWeek week, Advised advised, List<WeekFinding> findings) {
    /// Whether so little was seen of what somebody held that nobody is to be blamed for it: less than 90 %.
    static boolean isUnseen(Accounts accounts) {
        return 10 * accounts.of(State.UNOBSERVED) > accounts.all();
    }

    boolean isUnseen() {
        return isUnseen(week.now());
    }

    Optional<String> exempt(Workload workload) {
        return advised.exempt(name(workload));
    }

    /// Returns the idle time of workloads that are exempt.
    long exemptIdle() {
        return week.workloads().stream()
                .filter(workload -> exempt(workload).isPresent())
                .mapToLong(workload -> workload.accounts().of(State.IDLE))
                .sum();
    }

    /// Returns what may be said.
    List<Advice> advice() {
        return advised.advice().stream()
                .filter(one -> advised.maySay(one, isUnseen()))
                .toList();
    }

    Choice choice() {
        return Choice.of(advice());
    }

    static WorkloadName name(Workload workload) {
        var kind = workload.name().indexOf('/');
        return new WorkloadName(
                workload.cluster(),
                workload.namespace(),
                workload.name().substring(0, kind),
                workload.name().substring(kind + 1));
    }
}
