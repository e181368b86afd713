package io.gpuledger.analyzer.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.Laws.Booked;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Counts in how many of the drawn GPUs each trait, state and cause came up, so that none comes up too
/// seldom to be tested.
final class Coverage {
    private static final double LEAST = 0.01;
    /// One fleet of twenty is recounted, and of these not all.
    private static final Map<String, Double> OTHERS = Map.of("recounted", 0.005);

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    Coverage() {
        for (var trait : Trait.values()) {
            counts.put(word(trait), 0);
        }
        for (var state : State.ALL) {
            counts.put("is " + state.word(), 0);
        }
    }

    private static String word(Trait trait) {
        return trait.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    void add(Booked booked) {
        var seen = new HashSet<String>();
        booked.traits().forEach(trait -> seen.add(word(trait)));
        booked.entries().forEach(entry -> add(entry, seen));
        if (isIdleOverHours(booked.entries())) {
            seen.add("idle over an hour's edge");
        }
        seen.forEach(word -> counts.merge(word, 1, Integer::sum));
    }

    private static void add(Entry entry, Set<String> seen) {
        var account = entry.account();
        seen.add("is " + account.state().word());
        account.cause().ifPresent(cause -> seen.add("for " + cause));
        account.basis().ifPresent(basis -> seen.add("by " + basis.word()));
        if (account.estimated()) {
            seen.add("estimated");
        }
        if (account.owner().isPresent() && account.cause().isPresent()) {
            seen.add(account.state().word() + ", held");
        }
    }

    private static boolean isIdleOverHours(List<Entry> entries) {
        record Idle(UnitId unit, Owner owner, long hour) {}
        var idle = entries.stream()
                .filter(entry -> entry.account().state() == State.IDLE)
                .map(entry -> new Idle(entry.unit(), entry.account().owner().orElseThrow(), entry.hour()))
                .collect(Collectors.toSet());
        return idle.stream()
                .anyMatch(one -> idle.contains(new Idle(one.unit(), one.owner(), one.hour() + Hour.MILLIS)));
    }

    void assertAll(int cases) {
        new TreeMap<>(counts).forEach((word, count) -> {
            System.out.printf(Locale.ROOT, "  %5.1f %%  %s%n", 100.0 * count / cases, word);
            assertThat((double) count / cases).as(word).isGreaterThanOrEqualTo(OTHERS.getOrDefault(word, LEAST));
        });
    }
}
