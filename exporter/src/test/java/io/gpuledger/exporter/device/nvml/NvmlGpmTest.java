package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlGpmTest {
    @TempDir
    private Path folder;

    private static Reading sm(Sample sample) {
        return sample.gpu().of(Quantity.SM_ACTIVE);
    }

    @Test
    void the_first_sample_has_nothing_to_be_compared_with() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Absent.NO_DATA);
            node.after(Duration.ofSeconds(1));
            assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void samples_are_never_closer_than_a_tenth_of_a_second() {
        try (var node = NvmlNode.of(folder, "h100", 1);
                var calls = node.library().calls()) {
            var _ = node.gpu(0).read(NvmlNode.ALL);
            for (var i = 0; i < 10; i++) {
                node.advance(Duration.ofMillis(10));
                assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Absent.NO_DATA);
            }
            assertThat(calls.calls("nvmlGpmSampleGet")).isEqualTo(1);
            node.advance(Duration.ofMillis(1));
            assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void a_pair_that_is_too_far_apart_is_thrown_away() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var _ = node.gpu(0).read(NvmlNode.ALL);
            node.after(Duration.ofSeconds(11));
            assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Absent.NO_DATA);
            node.after(Duration.ofSeconds(1));
            assertThat(sm(node.gpu(0).read(NvmlNode.ALL))).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void what_is_not_between_0_and_1_is_clamped_and_counted() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library()
                    .says("gpu*", "gpm.2", "103.5")
                    .says("gpu*", "gpm.10", "-2")
                    .says("gpu*", "gpm.5", "nan");
            var sample = node.secondRead(0);
            assertThat(sm(sample)).isEqualTo(Reading.of(1));
            assertThat(sample.gpu().of(Quantity.DRAM_ACTIVE)).isEqualTo(Reading.of(0));
            assertThat(sample.gpu().of(Quantity.TENSOR_ACTIVE)).isEqualTo(Absent.FAILED);
            assertThat(sample.gpu().of(Quantity.ACTIVITY_CLAMPED)).isEqualTo(Reading.of(2));
        }
    }

    @Test
    void traffic_is_in_bytes_and_not_clamped() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var sample = node.secondRead(0);
            assertThat(sample.gpu().value(Quantity.PCIE_TX_RATE)).hasValue(20 * 1048576.0);
            assertThat(sample.gpu().value(Quantity.NVLINK_TX_RATE)).hasValue(200 * 1048576.0);
            assertThat(sample.gpu().value(Quantity.NVLINK_RX_RATE)).hasValue(300 * 1048576.0);
            assertThat(sample.gpu().value(Quantity.NVLINK_RATE)).hasValue(500 * 1048576.0);
        }
    }

    @Test
    void bytes_over_pcie_are_what_the_rates_add_up_to() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says("gpu*", "gpm.21", "56000");
            assertThat(node.gpu(0).read(NvmlNode.ALL).gpu().of(Quantity.PCIE_RX_BYTES))
                    .isEqualTo(Absent.NO_DATA);
            var seconds = 0.0;
            for (var millis : List.of(1000, 1000, 250, 9000, 1500)) {
                node.after(Duration.ofMillis(millis));
                seconds += millis / 1000.0;
                var gpu = node.gpu(0).read(NvmlNode.ALL).gpu();
                assertThat(gpu.value(Quantity.PCIE_RX_BYTES).orElseThrow())
                        .isCloseTo(56000 * 1048576.0 * seconds, within(1.0));
                assertThat(gpu.value(Quantity.PCIE_TX_BYTES).orElseThrow())
                        .isCloseTo(20 * 1048576.0 * seconds, within(1.0));
            }
        }
    }

    @Test
    void a_time_without_a_rate_adds_no_bytes_and_takes_none_away() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var before = node.secondRead(0).gpu().value(Quantity.PCIE_TX_BYTES);
            node.after(Duration.ofSeconds(11));
            var gap = node.gpu(0).read(NvmlNode.ALL).gpu();
            assertThat(gap.of(Quantity.PCIE_TX_RATE)).isEqualTo(Absent.NO_DATA);
            assertThat(gap.value(Quantity.PCIE_TX_BYTES)).isEqualTo(before);
            node.after(Duration.ofSeconds(1));
            assertThat(node.gpu(0)
                            .read(NvmlNode.ALL)
                            .gpu()
                            .value(Quantity.PCIE_TX_BYTES)
                            .orElseThrow())
                    .isCloseTo(before.orElseThrow() + 20 * 1048576.0, within(1.0));
        }
    }

    @Test
    void a_rate_below_zero_takes_no_bytes_away() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var before = node.secondRead(0).gpu().value(Quantity.PCIE_TX_BYTES);
            node.library().says("gpu*", "gpm.20", "-1");
            node.after(Duration.ofSeconds(1));

            assertThat(node.gpu(0).read(NvmlNode.ALL).gpu().value(Quantity.PCIE_TX_BYTES))
                    .isEqualTo(before);
        }
    }

    /// The driver has counters, but of 32 bits, which begin anew many times between two reads.
    @Test
    void before_hopper_there_is_no_traffic_over_pcie() {
        try (var node = NvmlNode.of(folder, "a100", 1)) {
            node.library().says("gpu*", "field.197", "wrap32 4294000000+700000000/s");
            var gpu = node.secondRead(0).gpu();
            assertThat(gpu.of(Quantity.PCIE_TX_BYTES)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(gpu.of(Quantity.PCIE_TX_RATE)).isEqualTo(Absent.NOT_SUPPORTED);
        }
    }

    @Test
    void a_metric_that_this_gpu_does_not_have_is_absent_alone() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().forgets("gpu*", "gpm.6");
            var sample = node.secondRead(0);
            assertThat(sample.gpu().of(Quantity.TENSOR_DOUBLE_ACTIVE)).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(sm(sample)).isEqualTo(Reading.of(0.5));
        }
    }

    @Test
    void before_hopper_there_is_none_and_nothing_is_allocated() {
        try (var node = NvmlNode.of(folder, "a100", 1);
                var calls = node.library().calls()) {
            assertThat(sm(node.secondRead(0))).isEqualTo(Absent.NOT_SUPPORTED);
            assertThat(calls.calls("nvmlGpmSampleAlloc")).isZero();
        }
    }

    @Test
    void what_a_counters_file_names_beside_the_quantities_is_read_too() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.backend().want(Set.of(1017, 1040, 314, 1404, 2, 82, 100));
            var fields = node.secondRead(0).gpu().fields();
            assertThat(fields.number(1017)).as("NVDEC 0").contains(Reading.of(0.01));
            assertThat(fields.number(1040)).as("NVLink 0, sent").contains(Reading.of(12 * 1048576.0));
            assertThat(fields.number(314)).as("ECC of L1").contains(Reading.of(27));
            assertThat(fields.number(1404)).as("FEC, of Blackwell").contains(Absent.NOT_SUPPORTED);
            assertThat(fields.text(2)).as("NVML's version").contains("13.580.95.05");
            assertThat(fields.text(82)).as("the InfoROM's version").contains("G520.0200.00.05");
            assertThat(fields.number(100)).as("a quantity has it").isEmpty();
        }
    }

    @Test
    void fields_of_links_are_added_up() {
        try (var node = NvmlNode.of(folder, "b200", 1)) {
            node.backend().want(Set.of(1404, 1405, 1201));
            var fields = node.secondRead(0).gpu().fields();
            assertThat(fields.number(1404)).contains(Reading.of(0));
            assertThat(fields.number(1405)).contains(Reading.of(18));
            assertThat(fields.number(1201)).contains(Reading.of(18 * (1000 + 1048576.0)));
        }
    }
}
