package io.gpuledger.analyzer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.time.Span;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CourseTest {
    private final HeldMapper mapper = new HeldMapper();
    private Course.Question question = (_, _) -> {};
    private final Course course = new Course(
            (range, samples) -> question.ask(range, samples),
            new Course.Outlet(mapper, _ -> {}),
            Timekeeper.trusting(InstantSource.system()),
            new Gaps(Duration.ofSeconds(30)));

    private static void tell(WindowSamples samples, String name, long... millis) {
        if (samples.series(name, Labels.NONE)) {
            for (var at : millis) {
                samples.sample(at, (double) at);
            }
        }
    }

    private static String series(String told) {
        return told.substring(0, told.indexOf(' '));
    }

    private Course.Window read(Course.Question asked) throws PeerException, InterruptedException {
        question = asked;
        return course.read(new TimeRange(0, 1_000_000));
    }

    @Test
    void samples_that_come_series_by_series_go_on_by_time_with_no_series_twice_in_a_slice() throws Exception {
        read((_, samples) -> {
            tell(samples, "a", 10, 40);
            tell(samples, "b", 10, 25);
            tell(samples, "c", 40);
        });

        assertThat(mapper.slices)
                .containsExactly(
                        List.of("a{} 10.0@10", "b{} 10.0@10"), List.of("b{} 25.0@25", "a{} 40.0@40", "c{} 40.0@40"));
    }

    @Test
    void a_slice_ends_between_two_instants_so_that_a_scrape_stays_together() throws Exception {
        read((_, samples) -> {
            tell(samples, "new", 40);
            tell(samples, "old", 10, 40);
        });

        assertThat(mapper.slices).containsExactly(List.of("old{} 10.0@10"), List.of("new{} 40.0@40", "old{} 40.0@40"));
    }

    @Test
    void what_was_read_before_is_passed_on_once() throws Exception {
        read((_, samples) -> tell(samples, "a", 10, 40));
        var again = read((_, samples) -> {
            tell(samples, "a", 10, 40, 70);
            tell(samples, "late", 20);
        });

        assertThat(again.samples()).isEqualTo(2);
        assertThat(mapper.slices.getLast()).containsExactly("late{} 20.0@20", "a{} 70.0@70");
    }

    @Test
    void a_series_that_an_answer_has_twice_counts_once() throws Exception {
        read((_, samples) -> {
            tell(samples, "a", 10, 40);
            tell(samples, "b", 10);
            tell(samples, "a", 10, 40, 70);
        });

        assertThat(mapper.slices)
                .containsExactly(List.of("a{} 10.0@10", "b{} 10.0@10"), List.of("a{} 40.0@40"), List.of("a{} 70.0@70"));
    }

    @Test
    void time_of_which_there_is_nothing_at_all_is_named_once_also_between_two_windows() throws Exception {
        var first = read((_, samples) -> {
            tell(samples, "a", 0, 30_000, 500_000);
            tell(samples, "b", 40_000, 520_000);
        });
        var second = read((_, samples) -> tell(samples, "a", 500_000, 521_000, 900_000));

        assertThat(first.gaps()).containsExactly(new Span(40_000, 500_000));
        assertThat(second.gaps()).containsExactly(new Span(521_000, 900_000));
        assertThat(read((_, samples) -> tell(samples, "a", 901_000)).gaps()).isEmpty();
    }

    @Test
    void series_that_mean_nothing_are_not_even_read() throws Exception {
        assertThat(read((_, samples) -> tell(samples, "ignored", 10)).samples()).isZero();
        assertThat(mapper.slices).isEmpty();
    }

    @Test
    void the_end_of_a_series_goes_to_those_who_want_it_alone() throws Exception {
        read((_, samples) -> {
            samples.series("state", Labels.NONE);
            samples.sample(10, Samples.END);
            samples.series("unit", Labels.NONE);
            samples.sample(10, Samples.END);
        });

        assertThat(mapper.slices).containsExactly(List.of("state{} end@10"));
    }

    @Test
    void of_a_window_that_breaks_off_nothing_is_passed_on_and_all_of_it_the_next_time() throws Exception {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> read((_, samples) -> {
                    tell(samples, "a", 10);
                    throw new PeerException(Remedy.LATER, "it breaks off");
                }));
        assertThat(mapper.slices).isEmpty();

        read((_, samples) -> tell(samples, "a", 10));
        assertThat(mapper.slices).containsExactly(List.of("a{} 10.0@10"));
    }

    @Test
    void more_samples_than_memory_is_meant_for_are_asked_for_in_parts() {
        assertThatExceptionOfType(PeerException.class)
                .isThrownBy(() -> read((_, samples) -> {
                    samples.series("a", Labels.NONE);
                    for (var at = 0; at <= 1 << 22; at++) {
                        samples.sample(at, 1);
                    }
                }))
                .satisfies(tooMany -> assertThat(tooMany.remedy()).isEqualTo(Remedy.LESS));
        assertThat(mapper.slices).isEmpty();
    }

    @Test
    void of_thousands_of_series_each_sample_goes_on_once_and_in_order() throws Exception {
        var seed = System.nanoTime();
        System.out.println("CourseTest seed " + seed);
        var random = new Random(seed);
        Map<String, List<Long>> sent = new HashMap<>();
        for (var window = 0; window < 5; window++) {
            var from = window * 1_000L;
            read((_, samples) -> {
                for (var series = 0; series < 9_000; series++) {
                    var times = random.longs(random.nextInt(4), from, from + 1_000)
                            .sorted()
                            .distinct()
                            .toArray();
                    tell(samples, "s" + series, times);
                    for (var at : times) {
                        sent.computeIfAbsent("s%d{}".formatted(series), _ -> new ArrayList<>())
                                .add(at);
                    }
                }
            });
        }

        Map<String, List<Long>> arrived = new HashMap<>();
        for (var slice : mapper.slices) {
            assertThat(slice.stream().map(one -> series(one))).doesNotHaveDuplicates();
            slice.forEach(one -> arrived.computeIfAbsent(series(one), _ -> new ArrayList<>())
                    .add(Long.parseLong(one.substring(one.indexOf('@') + 1))));
        }
        assertThat(arrived).isEqualTo(sent);
    }
}
