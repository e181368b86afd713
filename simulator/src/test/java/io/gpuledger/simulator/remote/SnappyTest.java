package io.gpuledger.simulator.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnappyTest {
    private static byte[] compressed(byte[] plain) {
        return Snappy.compress(plain, plain.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 59, 60, 61, 62, 256, 257, 258, 65_535, 65_536, 65_537, 200_000})
    void noise_of_any_length_comes_back(int length) {
        var noise = new byte[length];
        new Random(length).nextBytes(noise);

        assertThat(Unpacked.plain(compressed(noise))).isEqualTo(noise);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 5, 64, 65, 127, 65_536, 300_000})
    void what_is_all_the_same_comes_back_and_is_small(int length) {
        var same = new byte[length];

        var compressed = compressed(same);

        assertThat(Unpacked.plain(compressed)).isEqualTo(same);
        assertThat(compressed.length).isLessThan(16 + length / 20);
    }

    @Test
    void what_stands_there_again_and_again_comes_back_and_is_smaller() {
        var page = new StringBuilder();
        for (var line = 0; line < 5000; line++) {
            page.append("gpu_sm_active_seconds_total{uuid=\"GPU-%d\"} %d\n".formatted(line % 8, line));
        }
        var plain = page.toString().getBytes(StandardCharsets.UTF_8);

        var compressed = compressed(plain);

        assertThat(Unpacked.plain(compressed)).isEqualTo(plain);
        assertThat(compressed.length).isLessThan(plain.length / 3);
    }

    @Test
    void whatever_it_is_it_comes_back() {
        var seed = new Random().nextLong();
        System.out.println("seed " + seed);
        var random = new Random(seed);
        for (var round = 0; round < 3000; round++) {
            var plain = new byte[random.nextInt(3000)];
            var letters = 1 + random.nextInt(6);
            for (var place = 0; place < plain.length; place++) {
                plain[place] = (byte) random.nextInt(letters);
            }
            assertThat(Unpacked.plain(compressed(plain))).isEqualTo(plain);
            // Only so much of it as was said.
            var half = Arrays.copyOf(plain, plain.length / 2);
            assertThat(Unpacked.plain(Snappy.compress(plain, half.length))).isEqualTo(half);
        }
    }
}
