package io.gpuledger.analyzer.placement;

import static io.gpuledger.analyzer.placement.DrawnPlaces.WEEK;
import static io.gpuledger.analyzer.placement.DrawnPlaces.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OutageTest {
    private static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    private static Span hours(long from, long to) {
        return new Span(from * Hour.MILLIS, to * Hour.MILLIS);
    }

    @Test
    void a_failure_has_the_hours_in_which_it_was_there() {
        var outages = Outage.of(
                WEEK, List.of(failure("n1", 5 * Hour.MILLIS + 1, Hour.MILLIS), failure("n2", 0, 1_000 * Hour.MILLIS)));

        assertThat(outages).extracting(Outage::hours).containsExactly(List.of(hours(5, 7)), List.of(hours(0, 168)));
    }

    @Test
    void an_hour_of_two_failures_of_a_node_is_the_first_ones() {
        var outages = Outage.of(
                WEEK,
                List.of(
                        failure("n1", Hour.MILLIS, 10 * Hour.MILLIS),
                        failure("n1", 5 * Hour.MILLIS, 10 * Hour.MILLIS),
                        failure("n1", 12 * Hour.MILLIS, 10 * Hour.MILLIS)));

        assertThat(outages)
                .extracting(Outage::hours)
                .containsExactly(List.of(hours(1, 11)), List.of(hours(11, 15)), List.of(hours(15, 22)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void no_hour_of_a_node_counts_twice_and_none_is_missing(long seed) {
        var random = new SplittableRandom(seed);
        var failures = IntStream.range(0, 20)
                .mapToObj(_ -> failure("n1", random.nextLong(WEEK.to()), random.nextLong(1, 20 * Hour.MILLIS)))
                .sorted(Comparator.comparingLong(Failure::at))
                .toList();

        var hours = Outage.of(WEEK, failures).stream()
                .flatMap(outage -> outage.hours().stream())
                .toList();

        for (var hour = 0L; hour < WEEK.to(); hour += Hour.MILLIS) {
            var at = Hour.from(hour);
            var isOut = failures.stream()
                    .anyMatch(failure -> failure.open(WEEK.to()).stream().anyMatch(at::meets));
            assertThat(hours.stream().filter(at::meets).count())
                    .as("hour %d", hour / Hour.MILLIS)
                    .isEqualTo(isOut ? 1 : 0);
        }
    }
}
