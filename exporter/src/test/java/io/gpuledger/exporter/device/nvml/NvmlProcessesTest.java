package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.DeviceProcess;
import io.gpuledger.exporter.device.DeviceProcess.Kind;
import io.gpuledger.exporter.device.Quantity;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvmlProcessesTest {
    @TempDir
    private Path folder;

    private static DeviceProcess process(NvmlNode node, int pid) {
        return node.secondRead(0).processes().stream()
                .filter(process -> process.pid() == pid)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_process_has_its_memory_and_how_long_it_has_computed() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var process = process(node, 4711);
            assertThat(process.readings().value(Quantity.MEMORY_USED)).hasValue(1 << 30);
            assertThat(process.busy()).contains(Duration.ofMillis(500));
        }
    }

    @Test
    void memory_that_the_driver_does_not_know_is_absent_and_no_huge_number() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            assertThat(process(node, 4712).readings().value(Quantity.MEMORY_USED))
                    .isEmpty();
        }
    }

    @Test
    void kinds_are_told_apart() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            node.library().says("gpu0", "process2", "graphics 12 4096").says("gpu0", "process3", "mps 13 8192");
            assertThat(process(node, 12).kind()).isEqualTo(Kind.GRAPHICS);
            assertThat(process(node, 13).kind()).isEqualTo(Kind.MPS);
        }
    }

    @Test
    void however_many_there_are_all_are_listed() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            for (var i = 0; i < 60; i++) {
                node.library().says("gpu0", "process" + i, "compute %d 1024".formatted(100 + i));
                node.library().says("gpu0", "sample" + i, "%d 1".formatted(100 + i));
            }
            var processes = node.secondRead(0).processes();
            assertThat(processes).hasSize(60);
            assertThat(processes).allMatch(process -> process.busy().isPresent());
        }
    }

    @Test
    void samples_are_counted_once() {
        try (var node = NvmlNode.of(folder, "h100", 1)) {
            var before = process(node, 4711).busy();
            // No time has passed, so the driver has taken no sample.
            assertThat(node.gpu(0).read(NvmlNode.ALL).processes().getFirst().busy())
                    .isEqualTo(before);
            node.after(Duration.ofSeconds(1));
            assertThat(node.gpu(0).read(NvmlNode.ALL).processes().getFirst().busy())
                    .isEqualTo(before.map(busy -> busy.plusMillis(500)));
        }
    }
}
