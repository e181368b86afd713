package io.gpuledger.analyzer.parse.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownSeriesTest {
    private static final int SERIES = 200_000;

    private final KnownSeries known = new KnownSeries(1_000_000, new Random(1));
    private final KnownSeries.Finder finder = known.finder();

    private static long high(int series) {
        return new Random(series).nextLong();
    }

    private static long low(int series) {
        return new Random(~series).nextLong();
    }

    @Test
    void every_series_keeps_its_slot() {
        for (var i = 0; i < SERIES; i++) {
            var slot = i - 20;
            assertThat(finder.find(high(i), low(i))).isEqualTo(KnownSeries.UNKNOWN);
            assertThat(known.learn(high(i), low(i), () -> slot)).isEqualTo(slot);
        }
        for (var i = 0; i < SERIES; i++) {
            assertThat(finder.find(high(i), low(i))).isEqualTo(i - 20);
        }
        assertThat(known.size()).isEqualTo(SERIES);
        assertThat(known.isFull()).isFalse();
    }

    @Test
    void a_slot_is_asked_for_once_whoever_asks() throws ExecutionException, InterruptedException {
        var asked = new AtomicIntegerArray(20_000);
        try (var threads = Executors.newFixedThreadPool(4)) {
            var all = IntStream.range(0, 4)
                    .<Future<?>>mapToObj(_ -> threads.submit(() -> learnAll(asked)))
                    .toList();
            for (var one : all) {
                one.get();
            }
        }
        assertThat(IntStream.range(0, asked.length()).map(asked::get)).containsOnly(1);
    }

    private void learnAll(AtomicIntegerArray asked) {
        var own = known.finder();
        for (var i = 0; i < asked.length(); i++) {
            var series = i;
            var found = own.find(high(i), low(i));
            var slot = found != KnownSeries.UNKNOWN
                    ? found
                    : known.learn(high(i), low(i), () -> {
                        asked.incrementAndGet(series);
                        return series;
                    });
            assertThat(slot).isEqualTo(series);
        }
    }

    @Test
    void a_series_is_found_wherever_it_was_looked_for_before() {
        for (var i = 0; i < 1_000; i++) {
            var slot = i;
            known.learn(high(i), low(i), () -> slot);
        }
        for (var i : new Random(5).ints(10_000, 0, 1_100).toArray()) {
            assertThat(finder.find(high(i), low(i))).isEqualTo(i < 1_000 ? i : KnownSeries.UNKNOWN);
        }
    }

    @Test
    void what_is_full_learns_nothing_more_and_keeps_what_it_knows() {
        var small = new KnownSeries(10_000, new Random(1));
        var own = small.finder();
        for (var i = 0; i < 25_000; i++) {
            var slot = i;
            assertThat(small.learn(high(i), low(i), () -> slot)).isEqualTo(i);
            assertThat(own.find(high(i), low(i))).isEqualTo(i < 10_000 ? i : KnownSeries.UNKNOWN);
            assertThat(small.isFull()).isEqualTo(i >= 9_999);
        }
        assertThat(small.size()).isEqualTo(10_000);
        assertThat(own.find(high(3), low(3))).isEqualTo(3);
    }

    @Test
    void fingerprints_differ_by_every_byte_and_by_their_lengths() {
        var keys = Fingerprint.Keys.of(new Random(3));
        var print = new Fingerprint(keys);
        var prints = new HashSet<String>();
        var count = 0;
        for (var length = 0; length < 70; length++) {
            var bytes = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
            prints.add(of(print, bytes));
            count++;
            for (var i = 0; i < length; i++) {
                bytes[i] ^= 1;
                prints.add(of(print, bytes));
                bytes[i] ^= 1;
                count++;
            }
        }
        assertThat(prints).hasSize(count);
    }

    @Test
    void fingerprints_differ_by_their_keys() {
        var bytes = new byte[40];
        assertThat(of(new Fingerprint(Fingerprint.Keys.of(new Random(1))), bytes))
                .isNotEqualTo(of(new Fingerprint(Fingerprint.Keys.of(new Random(2))), bytes));
    }

    private static String of(Fingerprint print, byte[] bytes) {
        print.begin();
        print.add(bytes, 0, bytes.length);
        return print.high + " " + print.low;
    }
}
