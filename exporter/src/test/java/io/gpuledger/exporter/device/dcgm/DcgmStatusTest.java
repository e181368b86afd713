package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.dcgm.FieldValue.Content;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DcgmStatusTest {
    private static final int LOWEST_CODE = -70;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"blank, NO_DATA", "blank1, NO_DATA", "blank2, NOT_SUPPORTED", "blank3, NO_PERMISSION", "blank7, NO_DATA"
    })
    void a_blank_is_no_value(String blank, Absent why) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            for (var field : List.of(203, 155, 1002, 56)) {
                node.says("gpu0 field.%d %s".formatted(field, blank));
            }
            var backend = node.backend();
            backend.want(Set.of(56));
            var readings = cycle(backend).gpu();
            assertThat(readings.of(Quantity.UTILIZATION)).isEqualTo(why);
            assertThat(readings.of(Quantity.POWER)).isEqualTo(why);
            assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(why);
            assertThat(readings.fields().number(56)).contains(why);
            assertThat(readings.fields().text(56)).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-3, FAILED",
        "-6, NOT_SUPPORTED",
        "-13, NOT_SUPPORTED",
        "-14, NO_DATA",
        "-15, NO_DATA",
        "-16, NO_DATA",
        "-17, NO_PERMISSION",
        "-18, LOST",
        "-22, NOT_SUPPORTED",
        "-25, NOT_SUPPORTED",
        "-29, NO_PERMISSION",
        "-32, NOT_SUPPORTED",
        "-33, NOT_SUPPORTED",
        "-34, NO_DATA",
        "-36, NOT_SUPPORTED",
        "-37, FAILED",
        "-54, NO_DATA",
        "-67, LOST",
        "-999, FAILED",
    })
    void a_status_tells_why_there_is_no_value(int status, Absent why) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 field.155 @" + status)) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.POWER)).isEqualTo(why);
            assertThat(readings.of(Quantity.UTILIZATION)).isEqualTo(Reading.of(0.57));
        }
    }

    @Test
    void no_status_of_a_field_ever_becomes_a_number() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            IntStream.range(LOWEST_CODE, 0).forEach(status -> {
                node.says("gpu0 field.155 @" + status).advance();
                assertThat(cycle(backend).gpu().of(Quantity.POWER))
                        .as("status %d", status)
                        .isInstanceOf(Absent.class);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 140737488355328.0, 1e300})
    void a_number_that_is_none_is_no_value(double number) {
        assertThat(FieldValue.ofDouble(number)).isInstanceOf(Content.Missing.class);
    }

    @Test
    void the_largest_numbers_are_blanks() {
        assertThat(FieldValue.ofInt64(Long.MAX_VALUE)).isInstanceOf(Content.Missing.class);
        assertThat(FieldValue.ofInt64(0x7fffffffffffffefL)).isInstanceOf(Content.Amount.class);
        assertThat(FieldValue.ofInt64(Long.MIN_VALUE)).isInstanceOf(Content.Amount.class);
    }
}
