package io.gpuledger.analyzer.advice;

import io.gpuledger.analyzer.advice.WorkedHour.Use;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/// Two weeks of a workload as a test tells them, hour by hour: that of a Deployment of one replica with a GPU,
/// if nothing else is said.
final class Past {
    /// A Monday.
    static final long MONDAY = 1_789_344_000_000L;

    static final Span WINDOW = new Span(MONDAY, MONDAY + 2 * Savings.WEEK);
    static final int HOURS = 2 * 7 * 24;
    static final String A100 = "NVIDIA A100-SXM4-80GB";
    static final long GIBIBYTE = 1L << 30;
    /// Nothing is cut, and there is one model with a price.
    static final Offers NOTHING = new Offers(List.of(), Map.of());

    private String kind = "Deployment";
    private String name = "serve";
    private String model = A100;
    private List<String> profiles = List.of();
    private List<String> containers = List.of("main");
    private Map<String, String> annotations = Map.of();
    private final List<WorkedHour> hours = new ArrayList<>();

    static Past of(String kind) {
        var past = new Past();
        past.kind = kind;
        return past;
    }

    Past named(String its) {
        name = its;
        return this;
    }

    Past on(String its) {
        model = its;
        return this;
    }

    Past onInstances(String profile) {
        profiles = List.of(profile);
        return this;
    }

    Past inContainers(String... names) {
        containers = List.of(names);
        return this;
    }

    Past annotated(String key, String value) {
        annotations = Map.of(key, value);
        return this;
    }

    /// Adds hours, by their number in the weeks.
    Past hours(IntPredicate which, UnaryOperator<An> what) {
        for (var i = 0; i < HOURS; i++) {
            if (which.test(i)) {
                hours.add(what.apply(new An()).hour(MONDAY + i * Hour.MILLIS));
            }
        }
        hours.sort((one, other) -> Long.compare(one.hour(), other.hour()));
        return this;
    }

    Past always(UnaryOperator<An> what) {
        return hours(_ -> true, what);
    }

    WorkloadWeeks weeks() {
        return new WorkloadWeeks(
                new WorkloadName("east", "ml", kind, name),
                WINDOW,
                hours,
                List.of(model),
                profiles,
                containers,
                annotations);
    }

    List<Advice> advice() {
        return Advisor.of(weeks(), NOTHING);
    }

    List<Advice> advice(Offers offers) {
        return Advisor.of(weeks(), offers);
    }

    /// An hour in which each GPU costs two euros.
    static final class An {
        private static final double PRICE = 2_000_000;

        private int pods = 1;
        private int units = 1;
        private int used = 1;
        private int active = 1;
        private int shared;
        private double activity = 0.5;
        private double dram = 0.02;
        private double idle;
        private double starting;
        private double unobserved;
        private double crowding;
        private long memory = 4 * GIBIBYTE;
        private final Map<Measure, Double> means = new EnumMap<>(Measure.class);
        private boolean isSeen = true;
        private boolean isDramKnown = true;

        An pods(int number) {
            pods = number;
            return this;
        }

        /// @param number of units a pod
        An units(int number, int usedOfThem, int activeOfThem) {
            units = number;
            used = usedOfThem;
            active = activeOfThem;
            return this;
        }

        /// All of its minutes.
        An active(double part) {
            activity = part;
            return this;
        }

        An dram(double part) {
            dram = part;
            return this;
        }

        An dramUnknown() {
            isDramKnown = false;
            return this;
        }

        An mean(Measure measure, double mean) {
            means.put(measure, mean);
            return this;
        }

        An memory(long bytes) {
            memory = bytes;
            return this;
        }

        /// With nothing to do for a part of the hour.
        An idle(double part) {
            idle = part;
            return this;
        }

        An starting(double part) {
            starting = part;
            return this;
        }

        An unobserved(double part) {
            unobserved = part;
            return this;
        }

        An unseen() {
            isSeen = false;
            return this;
        }

        An crowded(double part) {
            shared = 1;
            crowding = part;
            return this;
        }

        private WorkedHour hour(long begin) {
            var all = (long) pods * units * Hour.MILLIS;
            var held = new EnumMap<State, Long>(State.class);
            var busy = 1 - idle - starting - unobserved;
            held.put(State.IDLE, Math.round(all * idle));
            held.put(State.STARTING, Math.round(all * starting));
            held.put(State.UNOBSERVED, Math.round(all * unobserved));
            held.put(State.USED, Math.round(all * busy * activity));
            held.put(State.UNDERUSED, Math.round(all * busy * (1 - activity)));
            var cost = new EnumMap<State, Map<String, Long>>(State.class);
            held.forEach((state, millis) -> cost.put(state, Map.of("EUR", Math.round(PRICE * millis / Hour.MILLIS))));
            return new WorkedHour(begin, held, cost, isSeen ? Optional.of(use()) : Optional.empty());
        }

        private Use use() {
            var seen = Math.round(60 * (1 - starting - unobserved));
            var quiet = Math.round(60 * idle);
            var minutes = new ArrayList<>(Collections.nCopies(Use.PARTS, 0L));
            var part = Math.min(Use.PARTS - 1, (int) Math.floor(activity * Use.PARTS + 1e-9));
            minutes.set(0, quiet * pods * units);
            minutes.set(part, minutes.get(part) + (seen - quiet) * pods * units);
            means.putIfAbsent(Measure.SM_ACTIVE, activity * (seen - quiet) / Math.max(1, seen));
            if (isDramKnown) {
                means.putIfAbsent(Measure.DRAM_ACTIVE, dram);
            }
            return new Use(
                    pods * units,
                    pods,
                    units,
                    used,
                    active,
                    seen * 60_000 * pods * units,
                    shared > 0 ? Map.of() : means,
                    minutes,
                    quiet == seen ? 0 : activity * pods * units,
                    OptionalLong.of(memory),
                    OptionalLong.of(80 * GIBIBYTE),
                    shared,
                    shared > 0 ? OptionalDouble.of(crowding) : OptionalDouble.empty());
        }
    }
}
