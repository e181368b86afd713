package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.Truth.Flaw;
import io.gpuledger.analyzer.advice.WorkedHour.Use;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// What the books have of a workload of which the truth is known: the hours of it, by the definitions of
/// [WorkedHour].
final class BookedTruth {
    private static final double QUIET = 0.01;
    private static final double WORKS = 0.05;
    private static final double HOLDS = 1;
    private static final long MINUTE = 60_000;

    private final Truth truth;
    private final boolean[][] idle;

    private BookedTruth(Truth truth) {
        this.truth = truth;
        this.idle = new boolean[truth.slots()][];
        for (var slot = 0; slot < idle.length; slot++) {
            idle[slot] = idle(slot);
        }
    }

    static WorkloadWeeks of(Truth truth) {
        var booked = new BookedTruth(truth);
        var hours = new ArrayList<WorkedHour>();
        for (var begin = 0; begin < Truth.MINUTES; begin += Truth.HOUR) {
            booked.hour(begin).ifPresent(hours::add);
        }
        return new WorkloadWeeks(
                truth.name(),
                Past.WINDOW,
                hours,
                List.of(truth.card().model),
                truth.profile().stream().toList(),
                List.of("main"),
                truth.flaws().contains(Flaw.EXEMPT) ? Map.of("gpu_ledger_io_exempt", "yes") : Map.of());
    }

    /// Returns the minutes that lie in quiet runs that count.
    private boolean[] idle(int slot) {
        var least = Controller.isNotebook(truth.name()) ? 60 : 30;
        var idle = new boolean[Truth.MINUTES];
        var from = 0;
        for (var minute = 0; minute <= Truth.MINUTES; minute++) {
            var isQuiet = minute < Truth.MINUTES && truth.isSeen(minute) && truth.active()[slot][minute] <= QUIET;
            if (!isQuiet) {
                if (minute - from >= least) {
                    Arrays.fill(idle, from, minute, true);
                }
                from = minute + 1;
            }
        }
        return idle;
    }

    private Optional<WorkedHour> hour(int begin) {
        var held = new EnumMap<State, Double>(State.class);
        var isSeen = false;
        for (var minute = begin; minute < begin + Truth.HOUR; minute++) {
            if (truth.held()[minute]) {
                isSeen |= truth.isSeen(minute);
                for (var slot = 0; slot < truth.slots(); slot++) {
                    book(slot, minute, held);
                }
            }
        }
        if (held.isEmpty()) {
            return Optional.empty();
        }
        var millis = new EnumMap<State, Long>(State.class);
        var cost = new EnumMap<State, Map<String, Long>>(State.class);
        held.forEach((state, minutes) -> {
            var its = Math.round(minutes * MINUTE * truth.weight());
            millis.put(state, its);
            cost.put(state, Map.of("EUR", Math.round((double) its * truth.card().price / Hour.MILLIS)));
        });
        return Optional.of(new WorkedHour(
                Past.MONDAY + begin * MINUTE, millis, cost, isSeen ? Optional.of(use(begin)) : Optional.empty()));
    }

    private void book(int slot, int minute, Map<State, Double> held) {
        var active = (double) truth.active()[slot][minute];
        if (truth.lost()[minute]) {
            held.merge(State.UNOBSERVED, 1.0, Double::sum);
        } else if (truth.starting()[minute]) {
            held.merge(State.STARTING, 1.0, Double::sum);
        } else if (idle[slot][minute]) {
            held.merge(State.IDLE, 1.0, Double::sum);
        } else {
            held.merge(State.USED, active, Double::sum);
            held.merge(State.UNDERUSED, 1 - active, Double::sum);
        }
    }

    private Use use(int begin) {
        var minutes = new long[Use.PARTS];
        var used = new int[truth.pods()];
        var working = new int[truth.pods()];
        var peaks = 0.0;
        var memoryPeak = 0.0;
        var active = 0.0;
        var dram = 0.0;
        for (var slot = 0; slot < truth.slots(); slot++) {
            var peak = 0.0;
            var memory = 0.0;
            for (var minute = begin; minute < begin + Truth.HOUR; minute++) {
                if (truth.held()[minute] && !truth.lost()[minute]) {
                    memory = Math.max(memory, truth.memory()[slot][minute]);
                }
                if (truth.isSeen(minute)) {
                    var its = truth.active()[slot][minute];
                    minutes[Math.min(Use.PARTS - 1, (int) (its * Use.PARTS))]++;
                    peak = Math.max(peak, its);
                    active += its;
                    dram += truth.dram()[slot][minute];
                }
            }
            peaks += peak;
            memoryPeak = Math.max(memoryPeak, memory);
            used[slot / truth.unitsOfPod()] += peak > WORKS || memory > HOLDS ? 1 : 0;
            working[slot / truth.unitsOfPod()] += peak > WORKS ? 1 : 0;
        }
        var all = LongStream.of(minutes).sum();
        var isShared = truth.flaws().contains(Flaw.SHARED);
        return new Use(
                truth.slots(),
                truth.pods(),
                truth.unitsOfPod(),
                most(used),
                most(working),
                all * MINUTE,
                isShared ? Map.of() : means(active / Math.max(1, all), dram / Math.max(1, all)),
                LongStream.of(minutes).boxed().toList(),
                peaks,
                OptionalLong.of(Math.round(memoryPeak * Past.GIBIBYTE)),
                OptionalLong.of(Math.round(truth.gibibytes() * Past.GIBIBYTE)),
                isShared ? truth.slots() : 0,
                isShared ? OptionalDouble.of(1.2) : OptionalDouble.empty());
    }

    private Map<Measure, Double> means(double active, double dram) {
        return switch (truth.basis()) {
            case PROFILING -> Map.of(Measure.SM_ACTIVE, active, Measure.DRAM_ACTIVE, dram);
            case DRIVER -> Map.of(Measure.UTILIZATION, active, Measure.MEMORY_UTILIZATION, dram);
            case BARE -> Map.of(Measure.UTILIZATION, active);
        };
    }

    private static int most(int[] numbers) {
        var most = 0;
        for (var number : numbers) {
            most = Math.max(most, number);
        }
        return most;
    }
}
