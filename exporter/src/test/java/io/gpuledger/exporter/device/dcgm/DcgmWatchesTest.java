package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.read;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmWatchesTest {
    @TempDir
    private Path folder;

    @Test
    void more_fields_than_a_group_takes_are_watched_in_several() throws IOException, InterruptedException {
        var script = new StringBuilder();
        IntStream.range(400, 650).forEach(field -> script.append("gpu0 field.%d %d\n".formatted(field, field)));
        try (var node = DcgmNode.ofA100(folder, 1).says(script.toString())) {
            var backend = node.backend();
            backend.want(IntStream.range(400, 650).boxed().collect(toSet()));
            var fields = cycle(backend).gpu().fields();
            assertThat(IntStream.range(400, 650)).allMatch(fields::asks);
            assertThat(fields.number(649)).contains(Reading.of(649));
            assertThat(node.widestFieldGroup()).isEqualTo(127);
        }
    }

    @Test
    void a_field_that_dcgm_does_not_know_spoils_no_other() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("system unknown.1523 1\nsystem unknown.201 1")) {
            var backend = node.backend();
            backend.want(Set.of(201, 3000));
            var readings = cycle(backend).gpu();
            assertThat(readings.of(Quantity.RECOVERY_ACTION)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(readings.fields().number(201)).contains(Absent.NOT_SUPPORTED);
            assertThat(readings.fields().number(3000)).contains(Absent.NOT_SUPPORTED);
            assertThat(readings.of(Quantity.ECC_UNCORRECTED)).isEqualTo(Reading.of(2));
        }
    }

    @Test
    void a_hostengine_that_is_older_than_the_library_may_know_less() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("system refuses.1523 -13\nsystem refuses.237 -1")) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.RECOVERY_ACTION)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(readings.of(Quantity.PCIE_LINK_GENERATION)).isEqualTo(Absent.FAILED);
            assertThat(readings.of(Quantity.ECC_UNCORRECTED)).isEqualTo(Reading.of(2));
        }
    }

    @Test
    void a_library_that_does_not_tell_its_fields_is_asked_for_all_of_them() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).without("DcgmFieldGetById").says("system unknown.1523 1")) {
            var readings = cycle(node.backend()).gpu();
            assertThat(readings.of(Quantity.RECOVERY_ACTION)).isInstanceOf(Absent.class);
            assertThat(readings.of(Quantity.ECC_UNCORRECTED)).isEqualTo(Reading.of(2));
        }
    }

    @ParameterizedTest
    @CsvSource({"-18, LOST", "-23, FAILED", "-67, LOST"})
    void a_gpu_that_cannot_be_watched_spoils_it_for_no_other(int status, Absent why)
            throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 3).says("gpu1 refused " + status)) {
            var gpus = node.backend().scan();
            assertThat(read(gpus.get(1)).gpu().of(Quantity.POWER)).isEqualTo(why);
            assertThat(List.of(gpus.get(0), gpus.get(2))).allSatisfy(gpu -> {
                assertThat(read(gpu).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
                assertThat(read(gpu).gpu().of(Quantity.ECC_UNCORRECTED)).isEqualTo(Reading.of(2));
            });
        }
    }

    @Test
    void all_is_given_back_in_the_end() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder).says("system refuses.1013 -1")) {
            var backend = node.backend();
            cycle(backend);
            assertThat(node.held()).isPositive();
            for (var wanted = 400; wanted < 500; wanted++) {
                backend.want(Set.of(wanted));
                backend.scan();
            }
            backend.close();
            assertThat(node.held()).isZero();
        }
    }

    @Test
    void as_much_is_held_after_many_changes_as_before() throws IOException, InterruptedException {
        try (var node = DcgmNode.inMigMode(folder)) {
            var backend = node.backend();
            cycle(backend);
            var before = node.held();
            for (var i = 0; i < 100; i++) {
                node.says("gpu0 instances " + (i % 2 == 0 ? "1" : "7 1")).advance();
                cycle(backend);
            }
            assertThat(node.held()).isEqualTo(before);
        }
    }
}
