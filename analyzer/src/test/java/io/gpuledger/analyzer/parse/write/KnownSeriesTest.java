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
            assertThat(known.find(high(i), low(i))).isEqualTo(KnownSeries.UNKNOWN);
            assertThat(known.learn(high(i), low(i), () -> slot)).isEqualTo(slot);
        }
        for (var i = 0; i < SERIES; i++) {
            assertThat(known.find(high(i), low(i))).isEqualTo(i - 20);
        }
        assertThat(known.size()).isEqualTo(SERIES);
        assertThat(known.forgotten()).isZero();
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
        for (var i = 0; i < asked.length(); i++) {
            var series = i;
            var found = known.find(high(i), low(i));
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
    void what_is_full_is_forgotten_a_part_at_a_time() {
        var small = new KnownSeries(10_000, new Random(1));
        for (var i = 0; i < 100_000; i++) {
            var slot = i;
            assertThat(small.learn(high(i), low(i), () -> slot)).isEqualTo(i);
            assertThat(small.find(high(i), low(i))).isEqualTo(i);
        }
        assertThat(small.size()).isBetween(1_000L, 64 * 192L);
        assertThat(small.size() + small.forgotten()).isEqualTo(100_000);
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
