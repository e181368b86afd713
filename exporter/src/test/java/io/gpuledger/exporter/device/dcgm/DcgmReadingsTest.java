package io.gpuledger.exporter.device.dcgm;

import static io.gpuledger.exporter.device.dcgm.DcgmNode.BOTH;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.FAST;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.cycle;
import static io.gpuledger.exporter.device.dcgm.DcgmNode.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.BackendState;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcgmReadingsTest {
    @TempDir
    private Path folder;

    @Test
    void a_gpu_is_what_its_identity_fields_say() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("gpu1 field.52 0\ngpu0 field.52 1\ngpu0 field.55 3")) {
            var backend = node.backend();
            assertThat(backend.scan().getFirst().device())
                    .isEqualTo(new Device(
                            1,
                            Optional.of(3),
                            "GPU-0",
                            "NVIDIA A100-SXM4-80GB",
                            "00000000:04:00.0",
                            Optional.of("1322621012345"),
                            new Platform(
                                    Optional.of("92.00.45.00.05"), "550.54.15", Optional.of("12.4"), Optional.of(true)),
                            Optional.empty()));
            assertThat(backend.states()).containsExactly(BackendState.ready("dcgm"));
        }
    }

    @Test
    void what_a_gpu_runs_on_is_absent_where_nobody_says() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 3).says("""
            system field.5 blank
            gpu0 field.300 blank+2
            gpu1 field.300 0
            gpu2 field.85 blank+2
            """)) {
            assertThat(node.backend().scan())
                    .extracting(gpu -> gpu.device().platform())
                    .containsExactly(
                            platform("92.00.45.00.05", Optional.empty()),
                            platform("92.00.45.00.05", Optional.of(false)),
                            new Platform(Optional.empty(), "550.54.15", Optional.empty(), Optional.of(true)));
        }
    }

    @Test
    void cuda_is_asked_for_until_it_is_known() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2).says("system field.5 blank")) {
            var backend = node.backend();
            assertThat(cudaVersions(backend)).containsExactly(Optional.empty(), Optional.empty());
            node.says("system field.5 12040");
            node.advance(Duration.ofSeconds(15));
            assertThat(cudaVersions(backend)).containsExactly(Optional.of("12.4"), Optional.of("12.4"));
            node.says("system field.5 13000");
            node.advance(Duration.ofSeconds(15));
            assertThat(cudaVersions(backend)).containsExactly(Optional.of("12.4"), Optional.of("12.4"));
        }
    }

    private static List<Optional<String>> cudaVersions(DcgmBackend backend) {
        return backend.scan().stream()
                .map(gpu -> gpu.device().platform().cudaVersion())
                .toList();
    }

    private static Platform platform(String vbios, Optional<Boolean> ecc) {
        return new Platform(Optional.of(vbios), "550.54.15", Optional.empty(), ecc);
    }

    @ParameterizedTest
    @CsvSource({
        "UTILIZATION, 0.57",
        "MEMORY_TOTAL, 85899345920",
        "MEMORY_USED, 1073741824",
        "POWER, 250.5",
        "ENERGY, 123456.789",
        "SM_CLOCK, 1410000000",
        "ECC_UNCORRECTED, 2",
        "VIOLATION_POWER, 1.5",
        "ENGINE_ACTIVE, 0.75",
        "SM_ACTIVE, 0.5",
        "TENSOR_ACTIVE, 0.25",
        "DRAM_ACTIVE, 0.125",
        "PCIE_TX_RATE, 1000000",
    })
    void an_a100_is_read_in_base_units(Quantity quantity, double value) throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            assertThat(cycle(node.backend()).gpu().of(quantity)).isEqualTo(Reading.of(value));
        }
    }

    @Test
    void values_say_which_field_they_came_from() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var sources = cycle(node.backend()).sources();
            assertThat(sources)
                    .containsEntry(Quantity.SM_ACTIVE, "dcgm 1002")
                    .containsEntry(Quantity.POWER, "dcgm 155");
            assertThat(sources).doesNotContainKey(Quantity.INTEGER_ACTIVE);
        }
    }

    @Test
    void all_gpus_are_read_by_one_look_a_cycle() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 8)) {
            var backend = node.backend();
            backend.scan().forEach(DcgmNode::read);
            var before = node.calls("dcgmGetLatestValues_v2");
            node.advance();
            backend.scan().forEach(gpu -> gpu.read(FAST));
            assertThat(node.calls("dcgmGetLatestValues_v2") - before)
                    .as("fast fields and profiling")
                    .isEqualTo(2);
        }
    }

    @Test
    void nothing_is_made_anew_while_nothing_changes() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 2)) {
            var backend = node.backend();
            cycle(backend);
            var before = node.calls("dcgmWatchFields") + node.calls("dcgmEntitiesGetLatestValues");
            for (var i = 0; i < 10; i++) {
                node.advance();
                cycle(backend);
            }
            assertThat(node.calls("dcgmWatchFields") + node.calls("dcgmEntitiesGetLatestValues"))
                    .isEqualTo(before);
        }
    }

    @Test
    void an_activity_is_told_once_and_a_gauge_until_it_is_stale() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            var first = cycle(backend).gpu();
            assertThat(first.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
            node.says("gpu0 ts.1002 1000\ngpu0 ts.155 1000").advance();
            var second = cycle(backend).gpu();
            assertThat(second.of(Quantity.SM_ACTIVE)).isEqualTo(Absent.NO_DATA);
            assertThat(second.of(Quantity.DRAM_ACTIVE)).isEqualTo(Reading.of(0.125));
            assertThat(second.of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
            node.advance(Duration.ofSeconds(3));
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Absent.NO_DATA);
            node.forgets("gpu0", "ts.1002").forgets("gpu0", "ts.155").advance();
            var last = cycle(backend).gpu();
            assertThat(last.of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
            assertThat(last.of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
        }
    }

    @Test
    void an_engine_that_has_stopped_looking_has_nothing_to_tell() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            var clock = "system clock 1000";
            cycle(backend);
            node.advance(Duration.ofSeconds(2)).says(clock);
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
            node.advance(Duration.ofSeconds(2)).says(clock);
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Absent.NO_DATA);
            assertThat(cycle(backend).gpu().of(Quantity.ECC_UNCORRECTED)).isEqualTo(Reading.of(2));
        }
    }

    @Test
    void it_does_not_matter_what_the_engine_s_clock_says() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            cycle(backend);
            node.advance().says("system clock 500");
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
            node.advance().says("system clock 50000");
            assertThat(cycle(backend).gpu().of(Quantity.SM_ACTIVE)).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void only_what_is_due_is_read() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            var backend = node.backend();
            var gpu = backend.scan().getFirst();
            assertThat(gpu.read(FAST).gpu().asked()).containsKey(Quantity.POWER).doesNotContainKey(Quantity.ECC_MODE);
            assertThat(gpu.read(BOTH).gpu().asked()).containsKeys(Quantity.POWER, Quantity.ECC_MODE);
        }
    }

    @Test
    void dcgm_has_no_mean_of_the_driver_s_gauge() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1)) {
            assertThat(cycle(node.backend()).gpu().of(Quantity.BUSY)).isEqualTo(Absent.NOT_SUPPORTED);
        }
    }

    @Test
    void a_gpu_that_comes_is_watched_and_one_that_goes_is_no_longer_found() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 3).says("system gpus 1")) {
            var backend = node.backend();
            assertThat(backend.scan()).hasSize(1);
            node.says("system gpus 3").advance();
            assertThat(backend.scan())
                    .hasSize(3)
                    .allSatisfy(gpu ->
                            assertThat(read(gpu).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5)));
            node.says("system gpus 2").advance();
            assertThat(backend.scan()).hasSize(2);
            node.says("system gpus 0").advance();
            assertThat(backend.scan()).isEmpty();
        }
    }

    @Test
    void a_counters_file_s_fields_come_as_they_are() throws IOException, InterruptedException {
        try (var node =
                DcgmNode.ofA100(folder, 1).says("gpu0 field.201 1234\ngpu0 field.56 1.1\nsystem field.2 12.1")) {
            var backend = node.backend();
            backend.want(Set.of(201, 56, 2, 203, 1002, 230, 780, 1600));
            var fields = cycle(backend).gpu().fields();
            assertThat(fields.number(201)).contains(Reading.of(1234));
            assertThat(fields.text(56)).contains("1.1");
            assertThat(fields.text(2)).contains("12.1");
            assertThat(fields.number(203)).contains(Reading.of(57));
            assertThat(fields.number(1002)).contains(Reading.of(0.5));
            assertThat(fields.number(230)).as("events have their own way").isEmpty();
            assertThat(fields.number(780)).as("of an NVSwitch").contains(Absent.NOT_SUPPORTED);
            assertThat(fields.number(1600)).as("given by nobody").contains(Absent.NOT_SUPPORTED);
        }
    }

    @Test
    void what_is_wanted_may_change() throws IOException, InterruptedException {
        try (var node = DcgmNode.ofA100(folder, 1).says("gpu0 field.201 1234\ngpu0 field.200 4321")) {
            var backend = node.backend();
            backend.want(Set.of(201));
            cycle(backend);
            backend.want(Set.of(200));
            node.advance();
            var fields = cycle(backend).gpu().fields();
            assertThat(fields.number(200)).contains(Reading.of(4321));
            assertThat(fields.number(201)).isEmpty();
            assertThat(cycle(backend).gpu().of(Quantity.POWER)).isEqualTo(Reading.of(250.5));
        }
    }
}
