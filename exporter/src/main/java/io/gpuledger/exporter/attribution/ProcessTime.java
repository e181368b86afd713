package io.gpuledger.exporter.attribution;

import io.gpuledger.exporter.device.DeviceProcess;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;

/// Puts down the time in which a unit was busy to the processes that kept it busy.
///
///     due(process)  += what the driver has sampled of it since
///     left          += what the unit was busy since
///     gets(process)  = due(process) x min(1, left / due to all)
///
/// The driver samples the unit and its processes at times that are not ours, so that in one cycle the one is ahead of
/// the other, and in the next behind it. What does not fit is kept until it does, for as long as they can be apart: so
/// no process loses anything, and all of them never get more than the unit did.
final class ProcessTime {
    /// A sample of the one and a sample of the other: no driver takes longer than a second for either.
    private static final double SAMPLES_NANOS = Duration.ofSeconds(2).toNanos();

    private final Map<Integer, Double> due = new HashMap<>();
    private Map<Integer, Duration> before = new HashMap<>();
    private boolean begun;
    private double left;

    /// What each process gets of what the unit did since the look before, in nanoseconds by its pid. At the first look
    /// nothing.
    Map<Integer, Long> since(Collection<DeviceProcess> processes, long busyNanos, long observedNanos) {
        var sampled = sampled(processes);
        if (begun) {
            sampled.forEach((pid, nanos) -> due.merge(pid, nanos, Double::sum));
            left += busyNanos;
        }
        begun = true;
        var given = given();
        forget(SAMPLES_NANOS + 2.0 * observedNanos);
        return given;
    }

    private Map<Integer, Double> sampled(Collection<DeviceProcess> processes) {
        var sampled = new HashMap<Integer, Double>();
        var now = new HashMap<Integer, Duration>();
        for (var process : processes) {
            process.busy().ifPresent(busy -> {
                now.put(process.pid(), busy);
                sampled.put(process.pid(), (double) more(process.pid(), busy).toNanos());
            });
        }
        before = now;
        due.keySet().retainAll(new HashSet<>(now.keySet()));
        return sampled;
    }

    /// A time that has gone back has begun again from zero.
    private Duration more(int pid, Duration busy) {
        var then = before.getOrDefault(pid, Duration.ZERO);
        return busy.compareTo(then) < 0 ? busy : busy.minus(then);
    }

    private Map<Integer, Long> given() {
        var all = all();
        var part = all > left ? left / all : 1;
        var given = new HashMap<Integer, Long>();
        due.forEach((pid, nanos) -> given.put(pid, (long) (nanos * part)));
        given.forEach((pid, nanos) -> {
            due.merge(pid, (double) -nanos, Double::sum);
            left -= nanos;
        });
        return given;
    }

    private double all() {
        return due.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// What is apart for longer will never fit.
    private void forget(double most) {
        left = Math.min(left, most);
        var all = all();
        if (all > most) {
            due.replaceAll((_, nanos) -> nanos * most / all);
        }
    }
}
