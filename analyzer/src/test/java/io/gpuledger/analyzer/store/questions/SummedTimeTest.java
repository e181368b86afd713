package io.gpuledger.analyzer.store.questions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.store.questions.SummedTime.Longer;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SummedTimeTest {
    private static Span hours(long from, long to) {
        return new Span(from * Hour.MILLIS, to * Hour.MILLIS);
    }

    @Test
    void a_week_that_begins_at_some_hour_is_days_quarters_and_hours() {
        var summed = new ArrayList<Span>();
        LongStream.range(0, 8).forEach(day -> summed.add(hours(day * 24, day * 24 + 24)));
        LongStream.range(0, 32).forEach(quarter -> summed.add(hours(quarter * 6, quarter * 6 + 6)));

        assertThat(SummedTime.of(hours(10, 178), summed))
                .isEqualTo(new SummedTime(
                        List.of(
                                new Longer(24, List.of(hours(24, 168))),
                                new Longer(6, List.of(hours(12, 24), hours(168, 174)))),
                        List.of(hours(10, 12), hours(174, 178))));
    }

    @Test
    void where_nothing_is_summed_up_it_is_the_table_of_hours() {
        var time = SummedTime.of(hours(0, 48), List.of());

        assertThat(time).isEqualTo(new SummedTime(List.of(), List.of(hours(0, 48))));
        assertThat(time.sql()).isEqualTo("gpu_ledger.hour_sum entry");
    }

    @Test
    void whatever_is_there_each_hour_is_read_once() {
        var random = new Random(3);
        for (var i = 0; i < 500; i++) {
            var summed = new ArrayList<Span>();
            LongStream.range(0, 5).forEach(day -> addSome(summed, random, day * 24, 24));
            LongStream.range(0, 20).forEach(quarter -> addSome(summed, random, quarter * 6, 6));
            Collections.shuffle(summed, random);
            var from = random.nextInt(100);
            var window = hours(from, from + random.nextInt(1, 120 - from));

            var time = SummedTime.of(window, summed);

            var read = new ArrayList<Span>(time.hours());
            time.longer().forEach(longer -> read.addAll(longer.spans()));
            assertThat(read.stream().mapToLong(Span::millis).sum()).isEqualTo(window.millis());
            assertThat(Span.union(read)).containsExactly(window);
        }
    }

    private static void addSome(List<Span> spans, Random random, long from, long length) {
        if (random.nextInt(3) > 0) {
            spans.add(hours(from, from + length));
        }
    }
}
