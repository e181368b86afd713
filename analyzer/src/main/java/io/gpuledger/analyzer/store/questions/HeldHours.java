package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.advice.WorkedHour;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.advice.WorkloadWeeks;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Span;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Collects what a workload held while its rows are read. An hour has a row for each state, currency, product and
/// profile.
final class HeldHours {
    private static final class Draft {
        private final Map<State, Long> held = new EnumMap<>(State.class);
        private final Map<State, Map<String, Long>> cost = new EnumMap<>(State.class);
        private Optional<WorkedHour.Use> use = Optional.empty();
    }

    private final TreeMap<Long, Draft> hours = new TreeMap<>();
    private final Map<String, Long> models = new HashMap<>();
    private final Map<String, Long> profiles = new HashMap<>();

    void add(
            long hour,
            State state,
            long millis,
            Optional<String> currency,
            long cost,
            Optional<String> model,
            Optional<String> profile) {
        var draft = hours.computeIfAbsent(hour, _ -> new Draft());
        draft.held.merge(state, millis, Long::sum);
        currency.ifPresent(its -> draft.cost.merge(state, Map.of(its, cost), HeldHours::sum));
        model.ifPresent(its -> models.merge(its, millis, Long::sum));
        profile.ifPresent(its -> profiles.merge(its, millis, Long::sum));
    }

    /// Most hours cost one amount: it stays in the smallest of maps, which nobody has to copy.
    private static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
        var sum = new HashMap<>(one);
        other.forEach((currency, cost) -> sum.merge(currency, cost, Long::sum));
        return Map.copyOf(sum);
    }

    /// Takes in how it used what it held in an hour. In hours in which another team paid for it, it held nothing here.
    void use(long hour, WorkedHour.Use use) {
        var draft = hours.get(hour);
        if (draft != null) {
            draft.use = Optional.of(use);
        }
    }

    WorkloadWeeks weeks(WorkloadName name, Span window, List<String> containers, Map<String, String> annotations) {
        return new WorkloadWeeks(
                name,
                window,
                hours.entrySet().stream()
                        .map(hour -> new WorkedHour(
                                hour.getKey(), hour.getValue().held, hour.getValue().cost, hour.getValue().use))
                        .toList(),
                longestFirst(models),
                longestFirst(profiles),
                containers,
                annotations);
    }

    private static List<String> longestFirst(Map<String, Long> held) {
        return held.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
