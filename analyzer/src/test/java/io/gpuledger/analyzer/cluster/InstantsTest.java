package io.gpuledger.analyzer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantsTest {
    private static final long YEAR_10000 = 253_402_300_800L;

    @RepeatedTest(200)
    void any_second_is_read_as_the_library_reads_it(RepetitionInfo info) {
        var random = new Random(info.getCurrentRepetition());
        var text = Instant.ofEpochSecond(random.nextLong(-YEAR_10000 / 5, YEAR_10000))
                .toString();

        assertThat(Instants.millis(text)).hasValue(Instant.parse(text).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-28T00:00:00.123Z",
                "2026-11-28T24:00:00Z",
                "2026-12-31T23:59:60Z",
                "2024-02-29T23:59:59Z",
                "2026-11-28T10:00:00+01:00",
                "-0001-01-01T00:00:00Z"
            })
    void so_are_rarer_forms(String text) {
        assertThat(Instants.millis(text)).hasValue(Instant.parse(text).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "2026-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-11-28T25:00:00Z",
                "2026-11-28T00:60:00Z",
                "2026-11-28 00:00:00Z",
                "2026-11-2٣T00:00:00Z",
                "20261-1-28T00:00:00Z",
                "yesterday, at noon.."
            })
    void what_is_no_instant_is_none(String text) {
        assertThat(Instants.millis(text)).isEmpty();
    }
}
