package io.gpuledger.analyzer.interruption;

import io.gpuledger.analyzer.interruption.Starts.Workload;
import io.gpuledger.analyzer.latency.Wait;
import io.gpuledger.analyzer.latency.Waits;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Sums up runs of pods within a time, and what interrupted them.
///
///     GPU-pod-hours  = sum over pods of the time on their nodes within the time that is asked about
///     per 1,000      = 1,000 * interruptions / GPU-pod-hours
///     lost GPU-hours = sum over interruptions of GPUs * (at - max(began to run, saved))
///
/// How long it was until the workload ran again is the wait for the first of its pods that began to run after the
/// interruption. Where none did until the end of the time, the wait is longer than that, and counts in as in
/// [Waits]. What comes later is not known then, so that the answer for a time that is over stays the same. A pod that
/// nobody made anew has no workload, and no such wait.
public final class Tally {
    private final Span window;
    private final SortedMap<String, Sum> byReason = new TreeMap<>();
    private final Waits again = new Waits();
    private long pods;
    private long millis;

    /// How often something interrupted pods.
    ///
    /// @param lostMillis of GPUs
    public record Sum(long interruptions, long lostMillis) {
        private static final Sum NONE = new Sum(0, 0);

        Sum plus(Sum other) {
            return new Sum(interruptions + other.interruptions, lostMillis + other.lostMillis);
        }
    }

    public Tally(Span window) {
        this.window = window;
    }

    /// Adds a run, and what interrupted it within the time.
    ///
    /// @param workload that makes the pod anew, if any does
    /// @param starts those of all workloads within the time
    public void add(Run run, Optional<Workload> workload, Starts starts) {
        var ofRun = run.millis(window);
        pods += ofRun > 0 ? 1 : 0;
        millis += ofRun;
        run.interruption().filter(one -> window.contains(one.at())).ifPresent(one -> {
            byReason.merge(one.reason(), new Sum(1, run.gpus() * run.lostMillis(one)), Sum::plus);
            workload.map(name -> wait(one, starts.after(name, one.at()))).ifPresent(again::add);
        });
    }

    private Wait wait(Interruption interruption, Optional<Long> again) {
        return again.filter(millis -> millis < window.to())
                .map(millis -> new Wait(millis - interruption.at(), Wait.Outcome.REACHED))
                .orElseGet(() -> new Wait(window.to() - interruption.at(), Wait.Outcome.WAITING));
    }

    /// Returns how many pods were on their nodes.
    public long pods() {
        return pods;
    }

    public double podHours() {
        return millis / (double) Hour.MILLIS;
    }

    /// Returns the sums, each by the word for what interrupted.
    public SortedMap<String, Sum> byReason() {
        return Collections.unmodifiableSortedMap(byReason);
    }

    /// Returns the sum of all.
    public Sum total() {
        return byReason.values().stream().reduce(Sum.NONE, Sum::plus);
    }

    /// Returns how many of the interruptions there are to 1,000 GPU-pod-hours; nothing where there are no such hours.
    public Optional<Double> rate(Sum sum) {
        return millis == 0 ? Optional.empty() : Optional.of(1_000 * sum.interruptions() / podHours());
    }

    /// Returns the waits until workloads ran again.
    public Waits again() {
        return again;
    }
}
