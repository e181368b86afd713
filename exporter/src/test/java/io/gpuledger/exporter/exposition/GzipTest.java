package io.gpuledger.exporter.exposition;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GzipTest {
    private final Gzip gzip = new Gzip();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100, 64 * 1024 - 20, 64 * 1024, 300_000, 1_000_000})
    void what_goes_in_comes_out_again_even_where_nothing_can_be_saved(int length) throws IOException {
        var seed = System.nanoTime();
        var bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        for (var time = 0; time < 2; time++) {
            try (var stream = new GZIPInputStream(new ByteArrayInputStream(gzip.compress(bytes)))) {
                assertThat(stream.readAllBytes()).as("seed %d", seed).isEqualTo(bytes);
            }
        }
    }
}
