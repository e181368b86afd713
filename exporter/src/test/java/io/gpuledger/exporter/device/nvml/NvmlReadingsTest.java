package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.gate.Golden;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every reading of a GPU of each generation, with where it came from.
class NvmlReadingsTest {
    @ParameterizedTest
    @ValueSource(strings = {"h100", "b200", "a100", "l4", "v100", "rtx4090"})
    void every_quantity_is_read_or_has_a_reason(String generation, @TempDir Path folder) {
        try (var node = NvmlNode.of(folder, generation, 1)) {
            var sample = node.secondRead(0);
            Golden.file("golden/nvml/%s.txt".formatted(generation)).matches(text(sample));
            assertThat(EnumSet.allOf(Quantity.class))
                    .filteredOn(quantity -> !sample.gpu().asked().containsKey(quantity))
                    .isSubsetOf(Quantity.NVLINK_UP, Quantity.FAN_SPEED);
        }
    }

    @Test
    void the_number_of_the_device_file_is_the_driver_s(@TempDir Path folder) {
        try (var node = NvmlNode.of(folder, "h100", 2)) {
            node.library().says("gpu0", "minor", "4").forgets("gpu1", "minor");
            assertThat(node.gpu(0).device().minor()).contains(4);
            assertThat(node.gpu(1).device().minor()).isEmpty();
        }
    }

    @Test
    void a_number_of_fans_that_is_made_up_keeps_nobody_busy(@TempDir Path folder) {
        try (var node = NvmlNode.of(folder, "rtx4090", 1)) {
            node.library().says("gpu*", "fans", "2147483647");
            assertThat(node.secondRead(0).parts()).hasSizeLessThan(20);
        }
    }

    private static String text(Sample sample) {
        var text = new StringBuilder();
        lines(sample.gpu().asked(), sample.sources(), text);
        sample.parts()
                .forEach((part, readings) -> readings.asked()
                        .forEach((quantity, reading) -> text.append("%s %d: %s %s%n"
                                .formatted(part.kind(), part.number(), quantity.word(), value(reading)))));
        sample.processes()
                .forEach(process -> text.append("process %d, %s: %s%n"
                        .formatted(
                                process.pid(),
                                process.kind(),
                                new TreeMap<>(process.readings().asked()))));
        return text.toString();
    }

    private static void lines(Map<Quantity, Reading> readings, Map<Quantity, String> sources, StringBuilder text) {
        readings.forEach((quantity, reading) -> text.append("%s %s%s%n"
                .formatted(
                        quantity.word(),
                        value(reading),
                        reading instanceof Reading.Value ? ", by " + sources.get(quantity) : "")));
    }

    private static String value(Reading reading) {
        return switch (reading) {
            case Reading.Value(double value) -> "= " + value;
            case Reading.Absent absent -> "is " + absent.word();
        };
    }
}
