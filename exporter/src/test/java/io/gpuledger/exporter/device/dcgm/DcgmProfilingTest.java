package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmProfilingTest {
    @TempDir
    private Path folder;

    @Test
    void what_a_gpu_cannot_profile_is_not_asked_of_it() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("gpu1 profiling 1001 1002\nsystem refuses.1016 -1")) {
            var gpus = node.backend().scan();
            assertThat(read(gpus.get(0)).gpu().of(Quantity.DRAM_ACTIVE)).isEqualTo(Reading.of(0.125));
            var second = read(gpus.get(1)).gpu();
            assertThat(second.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
            assertThat(second.of(Quantity.DRAM_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "-6, NOT_SUPPORTED",
        "-29, NO_PERMISSION",
        "-33, NOT_SUPPORTED",
        "-36, NOT_SUPPORTED",
        "-17, NO_PERMISSION"
    })
    void a_gpu_that_cannot_be_profiled_is_read_all_the_same(int status, Absent why)
            throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 profiling @" + status)) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(why);
            assertThat(readings.of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
        }
    }

    @ParameterizedTest
    @CsvSource({"-29, NO_PERMISSION", "-33, NOT_SUPPORTED", "-34, NO_DATA", "-36, NOT_SUPPORTED", "-37, FAILED"})
    void a_watch_that_is_refused_spoils_no_other(int status, Absent why) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("system refuses.1001 " + status)) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(why);
            assertThat(readings.of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
        }
    }

    @ParameterizedTest
    @CsvSource({"1013, -1", "1005, -38", "1002, -13", "1001, -3"})
    void a_field_that_makes_a_watch_fail_is_left_out(int field, int status) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("system refuses.%d %d".formatted(field, status))) {
            var readings = cycle(node.backend()).gpu();
            DcgmFieldTable.OF_GPU.stream()
                    .filter(source -> source.field() >= 1001 && source.field() <= 1005)
                    .forEach(source -> {
                        if (source.field() == field) {
                            assertThat(readings.of(source.quantity())).isInstanceOf(Absent.class);
                        } else if (source.field() != 1003) {
                            assertThat(readings.of(source.quantity())).isInstanceOf(Reading.Value.class);
                        }
                    });
        }
    }

    @Test
    void tensor_pipes_are_not_told_apart_before_ampere() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("""
            gpu0 architecture 5
            gpu0 field.1013 0.5
            system refuses.1013 -37
            system refuses.1014 -37
            """)) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.TENSOR_INTEGER_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(readings.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void what_somebody_else_profiled_is_asked_for_again() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("system refuses.1001 -34")) {
            var backend = node.backend();
            assertThat(cycle(backend).gpu().of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
            node.forgets("system", "refuses.1001").advance();
            assertThat(cycle(backend).gpu().of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
            node.advance(Duration.ofSeconds(31));
            assertThat(cycle(backend).gpu().of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
        }
    }
}
