package io.gpuledger.exporter.device.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.Unit;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SupportTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        h100 | RETIRED_PAGES_SINGLE_BIT RETIRED_PAGES_DOUBLE_BIT RETIRED_PAGES_PENDING
        h200 | RETIRED_PAGES_SINGLE_BIT RETIRED_PAGES_DOUBLE_BIT RETIRED_PAGES_PENDING
        a100 | RETIRED_PAGES_SINGLE_BIT RETIRED_PAGES_DOUBLE_BIT RETIRED_PAGES_PENDING
        l4   | MEMORY_TEMPERATURE NVLINK_RATE NVLINK_TX_BYTES NVLINK_RX_BYTES NVLINK_REPLAY_ERRORS \
        NVLINK_RECOVERY_ERRORS NVLINK_CRC_ERRORS RETIRED_PAGES_SINGLE_BIT RETIRED_PAGES_DOUBLE_BIT \
        RETIRED_PAGES_PENDING
        v100 | ENGINE_ACTIVE SM_ACTIVE TENSOR_ACTIVE DRAM_ACTIVE SM_OCCUPANCY FP64_ACTIVE FP32_ACTIVE \
        FP16_ACTIVE PCIE_TX_BYTES PCIE_RX_BYTES PCIE_TX_RATE \
        PCIE_RX_RATE NVLINK_RATE REMAPPED_ROWS_CORRECTABLE REMAPPED_ROWS_UNCORRECTABLE ROW_REMAP_PENDING \
        ROW_REMAP_FAILED
        """)
    void each_model_gives_what_it_can_and_says_what_it_cannot(String model, String unsupported) {
        try (var bench = new Bench("gpu %s training".formatted(model))) {
            bench.read(0);
            bench.clock.setSeconds(1);
            assertThat(absent(bench.read(0).gpu())).isEqualTo(quantities(unsupported));
        }
    }

    @Test
    void a_gpu_in_mig_mode_leaves_utilization_to_nobody_and_profiling_to_its_instances() {
        try (var bench = new Bench("gpu h100 mig 3g.40gb training, 1g.10gb idle")) {
            bench.read(0);
            bench.clock.setSeconds(1);
            Sample sample = bench.read(0);

            Set<Quantity> utilization =
                    quantities("UTILIZATION MEMORY_UTILIZATION ENCODER_UTILIZATION DECODER_UTILIZATION BUSY");
            Set<Quantity> profiling =
                    quantities("ENGINE_ACTIVE SM_ACTIVE TENSOR_ACTIVE DRAM_ACTIVE SM_OCCUPANCY FP64_ACTIVE FP32_ACTIVE"
                            + " FP16_ACTIVE");
            var ofTheGpu = EnumSet.copyOf(utilization);
            ofTheGpu.addAll(profiling);
            ofTheGpu.addAll(quantities("RETIRED_PAGES_SINGLE_BIT RETIRED_PAGES_DOUBLE_BIT RETIRED_PAGES_PENDING"));
            assertThat(absent(sample.gpu())).isEqualTo(ofTheGpu);
            assertThat(sample.instances()).hasSize(2).allSatisfy((_, readings) -> {
                assertThat(absent(readings)).isEqualTo(utilization);
                assertThat(readings.asked()).containsKeys(profiling.toArray(Quantity[]::new));
            });
        }
    }

    @Test
    void every_quantity_of_the_paces_asked_for_is_answered_and_no_other() {
        try (var bench = new Bench("gpu h100 training")) {
            for (Pace pace : Pace.values()) {
                assertThat(bench.gpu(0).read(Set.of(pace)).gpu().asked().keySet())
                        .isEqualTo(quantities(pace));
            }
            assertThat(bench.gpu(0).read(Set.of(Pace.FAST)).parts()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"h100, 18", "h200, 18", "a100, 12", "v100, 6", "l4, 0"})
    void each_nvlink_says_whether_it_is_up(String model, int links) {
        try (var bench = new Bench("gpu %s idle".formatted(model))) {
            assertThat(bench.read(0).parts())
                    .hasSize(links)
                    .allSatisfy((_, readings) ->
                            assertThat(readings.of(Quantity.NVLINK_UP)).isEqualTo(Reading.of(true)));
        }
    }

    @Test
    void values_have_the_driver_s_resolution() {
        try (var bench = new Bench("gpu a100 training")) {
            bench.clock.setSeconds(100);
            Readings readings = bench.read(0).gpu();
            assertThat(readings.value(Quantity.GPU_TEMPERATURE).orElseThrow() % 1)
                    .isZero();
            assertThat(readings.value(Quantity.MEMORY_TEMPERATURE).orElseThrow() % 1)
                    .isZero();
            assertThat(readings.value(Quantity.SM_CLOCK).orElseThrow() % 1e6).isZero();
            assertThat(readings.value(Quantity.SM_CLOCK).orElseThrow()).isBetween(1.3e9, 1.41e9);
            assertThat(readings.value(Quantity.GPU_TEMPERATURE).orElseThrow()).isBetween(45.0, 66.0);
            double milliwatts = readings.value(Quantity.POWER).orElseThrow() * 1000;
            assertThat(Math.abs(milliwatts - Math.rint(milliwatts))).isLessThan(1e-6);
            assertThat(readings.value(Quantity.MEMORY_USED).orElseThrow()
                            + readings.value(Quantity.MEMORY_FREE).orElseThrow()
                            + readings.value(Quantity.MEMORY_RESERVED).orElseThrow())
                    .isEqualTo(readings.value(Quantity.MEMORY_TOTAL).orElseThrow());
        }
    }

    @Test
    void gpus_and_instances_are_named_as_the_driver_names_them() {
        try (var bench = new Bench("gpu h100 idle\ngpu a100 mig 4g.40gb idle, 2g.20gb idle, 1g.10gb idle")) {
            Device first = bench.gpu(0).device();
            Device second = bench.gpu(1).device();
            assertThat(List.of(first.uuid(), second.uuid()))
                    .doesNotHaveDuplicates()
                    .allMatch(uuid -> uuid.matches("GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
            assertThat(first.pciBusId()).isEqualTo("00000000:1B:00.0");
            assertThat(second.pciBusId()).isEqualTo("00000000:29:00.0");
            assertThat(first.serial().orElseThrow()).matches("\\d{13}");
            assertThat(first.mig()).isEmpty();

            Device.Mig mig = second.mig().orElseThrow();
            assertThat(mig.computeSlices()).isEqualTo(7);
            assertThat(mig.instances())
                    .extracting(Device.Instance::gpuInstanceId)
                    .containsExactly(1, 3, 7);
            assertThat(mig.instances())
                    .allSatisfy(instance -> assertThat(instance.uuid()).startsWith("MIG-"));
            assertThat(bench.read(1).instances().keySet())
                    .isEqualTo(new HashSet<>(
                            second.units().stream().map(Unit::uuid).toList()));
        }
    }

    private static Set<Quantity> absent(Readings readings) {
        var absent = EnumSet.noneOf(Quantity.class);
        readings.asked().forEach((quantity, reading) -> {
            if (reading == Absent.NOT_SUPPORTED) {
                absent.add(quantity);
            }
        });
        return absent;
    }

    private static Set<Quantity> quantities(String names) {
        var quantities = EnumSet.noneOf(Quantity.class);
        if (names != null) {
            Arrays.stream(names.split(" ")).map(Quantity::valueOf).forEach(quantities::add);
        }
        return quantities;
    }

    private static Set<Quantity> quantities(Pace pace) {
        var quantities = EnumSet.noneOf(Quantity.class);
        Arrays.stream(Quantity.values())
                .filter(quantity ->
                        quantity.pace() == pace && quantity != Quantity.NVLINK_UP && quantity != Quantity.FAN_SPEED)
                .forEach(quantities::add);
        return quantities;
    }
}
