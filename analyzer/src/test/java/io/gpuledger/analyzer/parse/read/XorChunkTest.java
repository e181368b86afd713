package io.gpuledger.analyzer.parse.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.Samples;
import io.gpuledger.analyzer.parse.proto.MalformedMessageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class XorChunkTest {
    private static final int CASES = 2_000;

    private final XorChunk xor = new XorChunk();

    private List<Kept> decoded(byte[] chunk) throws MalformedMessageException {
        return decoded(chunk, 0, chunk.length);
    }

    private List<Kept> decoded(byte[] array, int from, int to) throws MalformedMessageException {
        var samples = new ArrayList<Kept>();
        var gate = new SinkGate(Answers.ALWAYS, ReadLimits.USUAL, new SeriesSink() {
            @Override
            public boolean series(String name, Labels labels) {
                return true;
            }

            @Override
            public void sample(long millis, double value) {
                samples.add(Kept.of(millis, value));
            }
        });
        gate.begin();
        gate.label("__name__", "up");
        gate.wanted();
        xor.decode(array, from, to, gate);
        return samples;
    }

    private void refused(byte[] chunk, String why) {
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decoded(chunk))
                .withMessageContaining(why);
    }

    private static Random random() {
        var seed = System.nanoTime();
        System.out.println("XorChunkTest seed " + seed);
        return new Random(seed);
    }

    @Test
    void samples_of_all_kinds_come_back_bit_by_bit() throws MalformedMessageException {
        var random = random();
        for (var i = 0; i < CASES; i++) {
            var samples = RandomSeries.of(random, random.nextInt(200));
            assertThat(decoded(XorEncoder.encode(samples))).as("case %d", i).isEqualTo(samples);
        }
    }

    @Test
    void a_chunk_may_lie_anywhere_among_other_bytes() throws MalformedMessageException {
        var random = random();
        for (var i = 0; i < 200; i++) {
            var samples = RandomSeries.of(random, 1 + random.nextInt(50));
            var chunk = XorEncoder.encode(samples);
            var before = random.nextInt(20);
            var array = new byte[before + chunk.length + random.nextInt(2 * XorChunk.SLACK)];
            random.nextBytes(array);
            System.arraycopy(chunk, 0, array, before, chunk.length);
            assertThat(decoded(array, before, before + chunk.length))
                    .as("case %d", i)
                    .isEqualTo(samples);
        }
    }

    /// This chunk is written down from the format's description, so that encoder and decoder are not only of one
    /// mind. It has three samples: 1,000, of which zigzag makes 2,000, and 1.0. Then, 15,000 later, a value whose
    /// 12th bit is another is `11 01011 000001 1`. A step that is 1 shorter, and the same value, are
    /// `10 11111111111111 0`.
    @Test
    void a_chunk_is_read_as_it_is_described() throws MalformedMessageException {
        var chunk = HexFormat.of().parseHex("0003" + "d00f" + "3ff0000000000000" + "9875" + "d60efffc");
        assertThat(decoded(chunk))
                .containsExactly(
                        Kept.of(1_000, 1),
                        new Kept(16_000, 0x3FF0_0000_0000_0000L ^ (1L << 52)),
                        new Kept(30_999, 0x3FF0_0000_0000_0000L ^ (1L << 52)));
    }

    @Test
    void the_end_of_a_series_is_told_from_other_values() throws MalformedMessageException {
        var samples = List.of(Kept.of(1, 5), Kept.of(2, Samples.END), new Kept(3, 0x7ff8_0000_0000_0001L));
        assertThat(decoded(XorEncoder.encode(samples)).stream().map(one -> Samples.isEnd(one.bits())))
                .containsExactly(false, true, false);
    }

    @Test
    void what_is_malformed_is_refused() {
        refused(new byte[] {}, "a chunk of 0 bytes");
        refused(new byte[] {0}, "a chunk of 1 bytes");
        refused(new byte[] {0, 1}, "a chunk that is cut off: it has 0 samples where it says 1");
        refused(new byte[] {-1, -1, 0}, "a chunk that is cut off: it has 0 samples where it says 65,535");
        var endless = new byte[20];
        Arrays.fill(endless, (byte) -1);
        refused(endless, "a number of more than ten bytes");
        var second = XorEncoder.encode(List.of(Kept.of(0, 0), Kept.of(1, 1)));
        second[12] = (byte) 0b1_1_11111_1;
        second[13] = (byte) 0b11111_000;
        refused(second, "a value of 94 bits");
    }

    @Test
    void a_chunk_that_is_cut_off_anywhere_is_refused() throws MalformedMessageException {
        var samples = RandomSeries.of(random(), 120);
        var chunk = XorEncoder.encode(samples);
        for (var length = 0; length < chunk.length; length++) {
            var cut = Arrays.copyOf(chunk, length);
            assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> decoded(cut));
        }
        assertThat(decoded(Arrays.copyOf(chunk, chunk.length + 5))).isEqualTo(samples);
    }

    @Test
    void random_bytes_are_refused_or_read_and_nothing_else() {
        var random = random();
        for (var i = 0; i < 50_000; i++) {
            var chunk = new byte[random.nextInt(100)];
            random.nextBytes(chunk);
            try {
                assertThat(decoded(chunk)).as("case %d", i).hasSizeLessThan(500);
            } catch (MalformedMessageException e) {
                assertThat(e).as("case %d", i).hasMessageContaining("a chunk");
            }
        }
    }
}
