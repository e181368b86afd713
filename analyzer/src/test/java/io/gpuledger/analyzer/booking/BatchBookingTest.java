package io.gpuledger.analyzer.booking;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.time.Hour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Batches that are drawn by chance, without a database: what is booked of them is a function of their facts.
class BatchBookingTest {
    private static final Rules RULES = new Rules(
            Duration.ofMinutes(30),
            Duration.ofHours(1),
            Set.of(),
            Selector.NONE,
            new Teams("team", Map.of()),
            Prices.NONE);
    private static final Settling SETTLING = new Settling(DrawnBatch.WINDOW.to(), Map.of(), Map.of());

    static LongStream seeds() {
        return LongStream.range(0, 150);
    }

    private static Map<Integer, GpuSheet> sheets(BatchFacts facts) {
        return BatchBooking.of(facts, RULES, SETTLING).stream()
                .collect(toMap(sheet -> sheet.hours().gpu().id(), sheet -> sheet));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void each_hour_of_each_gpu_adds_up(long seed) {
        var batch = new DrawnBatch(seed);
        assertAddUp(batch, sheets(batch.facts(batch.numbers())));
    }

    /// Nothing that is booked is negative: so those who share a GPU never hold more than all of it.
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void each_hour_of_each_gpu_adds_up_where_it_is_shared_too(long seed) {
        var batch = new DrawnBatch(seed);
        var sheets = sheets(batch.sharedFacts());
        assertAddUp(batch, sheets);
        assertThat(sheets.values().stream().flatMap(sheet -> sheet.hours().entries().stream()))
                .allSatisfy(booked -> assertThat(booked.entry().millis()).isNotNegative());
    }

    @Test
    void some_of_what_is_drawn_is_held_by_several_at_once_and_some_of_that_is_left() {
        var hours = LongStream.range(0, 150)
                .mapToObj(DrawnBatch::new)
                .flatMap(batch -> sheets(batch.sharedFacts()).values().stream())
                .flatMap(
                        sheet -> sheet.hours().entries().stream()
                                .map(BookedEntry::entry)
                                .collect(groupingBy(Entry::hour))
                                .values()
                                .stream())
                .filter(entries -> entries.stream()
                                .flatMap(BatchBookingTest::sharers)
                                .distinct()
                                .count()
                        > 1)
                .toList();

        assertThat(hours).anyMatch(entries -> entries.stream().anyMatch(BatchBookingTest::isUnheld));
        assertThat(hours).anyMatch(entries -> entries.stream().noneMatch(BatchBookingTest::isUnheld));
    }

    private static Stream<String> sharers(Entry entry) {
        return entry.account().owner().map(Owner::pod).filter(pod -> pod.startsWith("sharer")).stream();
    }

    private static void assertAddUp(DrawnBatch batch, Map<Integer, GpuSheet> sheets) {
        assertThat(sheets.keySet()).isEqualTo(batch.numbers());
        sheets.values()
                .forEach(sheet -> assertThat(sheet.hours().entries().stream()
                                .collect(groupingBy(
                                        booked -> booked.entry().hour(),
                                        summingLong(booked -> booked.entry().millis()))))
                        .hasSize(3)
                        .allSatisfy((hour, millis) ->
                                assertThat(millis).isEqualTo(Math.min(Hour.MILLIS, batch.now() - hour))));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_gpu_has_a_present_of_a_minute_while_the_hours_are_not_over(long seed) {
        var batch = new DrawnBatch(seed);
        var present = batch.now() < DrawnBatch.WINDOW.to() ? 60_000L : 0L;
        assertThat(sheets(batch.facts(batch.numbers())).values())
                .allSatisfy(sheet -> assertThat(sheet.present().stream()
                                .mapToLong(booked -> booked.entry().millis())
                                .sum())
                        .isEqualTo(present));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void in_whatever_order_facts_are_told_the_same_is_booked(long seed) {
        var batch = new DrawnBatch(seed);
        var first = sheets(batch.facts(batch.numbers()));
        assertThat(sheets(batch.shuffled())).isEqualTo(first);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_gpu_is_booked_the_same_alone_and_together_with_others(long seed) {
        var batch = new DrawnBatch(seed);
        var together = sheets(batch.facts(batch.numbers()));
        batch.numbers()
                .forEach(number -> assertThat(sheets(batch.facts(Set.of(number))))
                        .isEqualTo(Map.of(
                                number,
                                Optional.ofNullable(together.get(number)).orElseThrow())));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void pods_that_nobody_names_hold_what_they_asked_for_as_far_as_there_is_any(long seed) {
        var batch = new DrawnBatch(seed);
        var last = DrawnBatch.WINDOW.to() - 60_000;
        var now = BatchBooking.of(batch.facts(batch.numbers()), RULES, SETTLING).stream()
                .flatMap(sheet -> sheet.hours().entries().stream())
                .filter(booked -> booked.entry().hour() == Hour.of(last))
                .toList();
        var counted = now.stream()
                .filter(booked -> booked.entry()
                        .account()
                        .owner()
                        .map(owner -> owner.pod().startsWith("unnamed"))
                        .orElse(false))
                .toList();
        assertThat(counted)
                .allSatisfy(booked ->
                        assertThat(booked.entry().account().estimated()).isTrue());
        var held = counted.stream().mapToLong(booked -> booked.entry().millis()).sum();
        assertThat(held).isLessThanOrEqualTo(batch.asked(DrawnBatch.WINDOW.to()) * Hour.MILLIS);
        if (batch.asked(Hour.of(last)) >= batch.numbers().size()) {
            assertThat(now)
                    .as("all that nobody is named for is held by count")
                    .noneMatch(booked -> booked.entry().account().state() == State.FREE);
        }
    }

    @Test
    void of_nothing_nothing_is_booked() {
        var batch = new DrawnBatch(1);
        assertThat(BatchBooking.of(batch.facts(Set.of()), RULES, SETTLING)).isEqualTo(List.of());
    }

    private record Kept(int gpu, long hour, String account) {}

    /// Returns what stands in each account, with what is stranded and what is free as one.
    private static Map<Kept, Long> unheldAsOne(Map<Integer, GpuSheet> sheets) {
        return sheets.entrySet().stream()
                .flatMap(sheet -> sheet.getValue().hours().entries().stream()
                        .map(booked -> Map.entry(sheet.getKey(), booked.entry())))
                .collect(groupingBy(
                        one -> new Kept(one.getKey(), one.getValue().hour(), account(one.getValue())),
                        summingLong(one -> one.getValue().millis())));
    }

    private static String account(Entry entry) {
        return isUnheld(entry) ? "of nobody" : entry.account().toString();
    }

    private static boolean isUnheld(Entry entry) {
        return entry.account().state() == State.FREE || entry.account().state() == State.STRANDED;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void what_is_stranded_is_taken_from_what_is_free_and_from_nothing_else(long seed) {
        var batch = new DrawnBatch(seed);

        assertThat(unheldAsOne(sheets(batch.facts(batch.numbers()))))
                .isEqualTo(unheldAsOne(sheets(batch.factsWithoutLens())));
    }

    @Test
    void some_of_what_is_drawn_is_stranded_and_for_several_causes() {
        var causes = LongStream.range(0, 150)
                .mapToObj(DrawnBatch::new)
                .flatMap(batch -> sheets(batch.facts(batch.numbers())).values().stream())
                .flatMap(sheet -> sheet.hours().entries().stream())
                .filter(booked -> booked.entry().account().state() == State.STRANDED)
                .map(booked -> booked.entry().account().cause().orElse(""))
                .collect(Collectors.toSet());

        assertThat(causes).contains("host_cpu", "fragmented");
    }
}
