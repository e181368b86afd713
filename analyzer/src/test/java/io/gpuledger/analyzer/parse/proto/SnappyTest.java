package io.gpuledger.analyzer.parse.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnappyTest {
    private static final byte[] ABC = "abcdefghijklmnopqrstuvwxyz".getBytes(StandardCharsets.US_ASCII);

    private final Snappy snappy = new Snappy();

    private byte[] decompressed(byte[] body) throws MalformedMessageException {
        var size = (int) snappy.begin(body, body.length);
        var out = new byte[size + Snappy.SLACK];
        snappy.decompress(out, size);
        return Arrays.copyOf(out, size);
    }

    private void refused(byte[] body, String why) {
        assertThatExceptionOfType(MalformedMessageException.class)
                .isThrownBy(() -> decompressed(body))
                .withMessageContaining(why);
    }

    @Test
    void nothing_becomes_nothing() throws MalformedMessageException {
        assertThat(decompressed(new byte[] {0})).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16, 17, 60, 61, 256, 257, 65_536, 65_537, 1 << 24, (1 << 24) + 1})
    void literals_of_any_length(int length) throws MalformedMessageException {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        assertThat(decompressed(
                        SnappyWriter.of(length).literal(bytes, 0, length).toBytes()))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 8, 9, 25, 26})
    void copies_may_overlap_what_they_make(int offset) throws MalformedMessageException {
        for (var length = 4; length <= 11; length++) {
            var want = repeated(offset, length);
            assertThat(decompressed(SnappyWriter.of(26 + length)
                            .literal(ABC, 0, 26)
                            .shortCopy(length, offset)
                            .toBytes()))
                    .isEqualTo(want);
        }
        for (var length = 1; length <= 64; length++) {
            var want = repeated(offset, length);
            var writer = SnappyWriter.of(26 + length).literal(ABC, 0, 26);
            assertThat(decompressed(
                            writer.copy(length, offset, length % 2 == 0 ? 2 : 4).toBytes()))
                    .isEqualTo(want);
        }
    }

    private static byte[] repeated(int offset, int length) {
        var bytes = Arrays.copyOf(ABC, 26 + length);
        for (var i = 26; i < bytes.length; i++) {
            bytes[i] = bytes[i - offset];
        }
        return bytes;
    }

    @Test
    void what_was_compressed_comes_back() throws MalformedMessageException {
        for (var seed = 0; seed < 300; seed++) {
            var bytes = repetitive(new Random(seed));
            assertThat(decompressed(SnappyWriter.compress(bytes)))
                    .as("seed %d", seed)
                    .isEqualTo(bytes);
        }
    }

    private static byte[] repetitive(Random random) {
        var bytes = new byte[random.nextInt(100_000)];
        for (var i = 0; i < bytes.length; i++) {
            var back = 1 + random.nextInt(70_000);
            bytes[i] = back <= i && random.nextInt(8) > 0 ? bytes[i - back] : (byte) random.nextInt(3);
        }
        return bytes;
    }

    @Test
    void what_does_not_fit_is_refused() {
        refused(new byte[] {}, "it is cut off");
        refused(new byte[] {-1}, "it is cut off");
        refused(new byte[] {-1, -1, -1, -1, -1, 1}, "a length of more than five bytes");
        refused(SnappyWriter.of(3).toBytes(), "0 bytes where it says that there are 3");
        refused(SnappyWriter.of(3).literal(ABC, 0, 4).toBytes(), "a literal that does not fit, at byte 2 of the body");
        refused(SnappyWriter.of(30).raw(20 << 2, 'a').toBytes(), "a literal that does not fit");
        refused(SnappyWriter.of(30).raw(63 << 2, 255, 255, 255, 255).toBytes(), "a literal that does not fit");
        refused(SnappyWriter.of(30).raw(63 << 2, 255, 255, 255, 127).toBytes(), "a literal that does not fit");
        refused(SnappyWriter.of(30).raw(61 << 2, 255).toBytes(), "it is cut off");
        refused(SnappyWriter.of(30).shortCopy(4, 1).toBytes(), "a copy from before the beginning");
        refused(SnappyWriter.of(30).literal(ABC, 0, 4).shortCopy(4, 5).toBytes(), "a copy from before the beginning");
        refused(SnappyWriter.of(30).literal(ABC, 0, 4).copy(4, 0, 2).toBytes(), "a copy from before the beginning");
        refused(SnappyWriter.of(30).literal(ABC, 0, 4).copy(4, -4, 4).toBytes(), "a copy from before the beginning");
        refused(SnappyWriter.of(30).literal(ABC, 0, 4).copy(64, 4, 2).toBytes(), "a copy that does not fit");
        refused(SnappyWriter.of(30).literal(ABC, 0, 4).raw(2).toBytes(), "it is cut off");
    }

    @Test
    void what_is_cut_off_is_refused() {
        var body = SnappyWriter.compress(repetitive(new Random(7)));
        for (var length = 0; length < body.length; length += 1 + length / 50) {
            var cut = Arrays.copyOf(body, length);
            assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> decompressed(cut));
        }
    }

    @Test
    void random_bytes_are_refused_or_read_and_nothing_else() {
        for (var seed = 0; seed < 20_000; seed++) {
            var random = new Random(seed);
            var body = new byte[1 + random.nextInt(200)];
            random.nextBytes(body);
            // A size of one or two bytes, so that something is decompressed.
            body[0] &= 0x7F;
            try {
                assertThat(decompressed(body)).as("seed %d", seed).hasSize(body[0]);
            } catch (MalformedMessageException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("not snappy's block format");
            }
        }
    }
}
