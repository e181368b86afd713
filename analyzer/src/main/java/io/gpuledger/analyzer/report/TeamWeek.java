package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.questions.WorkloadUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// Holds all that the letter to a team says of a week: what the team held, what that cost, and how it was used.
///
/// @param now the accounts of the week
/// @param before the accounts of the week before
/// @param unhealthy the milliseconds of unhealthy time, by what was wrong
/// @param unobserved the milliseconds of unobserved time, by why nothing was seen
/// @param trend the last eight weeks, the oldest first; the last of them is this one
/// @param workloads the workloads; those that were idle for longest come first
/// @param hoursBooked how many hours of the week lie between the first and the last hour of the books, of any team
/// @param hoursBookedBefore the same of the week before
public record TeamWeek(
        String team,
        Week week,
        Accounts now,
        Accounts before,
        SortedMap<String, Long> unhealthy,
        SortedMap<String, Long> unobserved,
        List<PastWeek> trend,
        List<Workload> workloads,
        long hoursBooked,
        long hoursBookedBefore) {
    /// The part of the week that a workload has.
    ///
    /// @param name its kind and name
    /// @param peak the most that it held in an hour, in milliseconds of GPUs
    /// @param usage how it used the GPUs, as far as that was seen
    public record Workload(
            String cluster,
            String namespace,
            String name,
            long peak,
            Accounts accounts,
            Optional<WorkloadUsage> usage) {
        static final Comparator<Workload> ORDER = Comparator.<Workload>comparingLong(
                        workload -> -workload.accounts().of(State.IDLE))
                .thenComparingLong(workload -> -workload.accounts().all())
                .thenComparing(Workload::cluster)
                .thenComparing(Workload::namespace)
                .thenComparing(Workload::name);
    }

    public TeamWeek {
        trend = List.copyOf(trend);
        workloads = workloads.stream().sorted(Workload.ORDER).toList();
    }

    /// Returns all currencies in which anything of the week has a cost.
    public SortedSet<String> currencies() {
        return new TreeSet<>(now.cost().keySet());
    }
}
