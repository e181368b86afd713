package io.gpuledger.exporter.device.nvml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpuledger.exporter.doubles.CSource;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Our sizes and offsets, held against C by its own compiler: the double's structures, and NVIDIA's own.
class NvmlLayoutTest {
    /// The array in this struct grew with drivers.
    private static final String GROWS = "GpmMetricsGet";

    private static final String SIZE = "SIZE";
    private static final String VERSION = "VERSION";

    private static List<String> asserted(boolean real) throws IllegalAccessException {
        var lines = new ArrayList<String>();
        lines.add("#include \"nvml_abi.h\"");
        for (var layout : Structs.class.getDeclaredClasses()) {
            var type = "nvml" + layout.getSimpleName() + "_t";
            for (var constant : layout.getDeclaredFields()) {
                assertion(type, constant, real && layout.getSimpleName().equals(GROWS))
                        .ifPresent(lines::add);
            }
        }
        return lines;
    }

    private static Optional<String> assertion(String type, Field constant, boolean grows)
            throws IllegalAccessException {
        constant.setAccessible(true);
        var value = constant.getInt(null);
        return switch (constant.getName()) {
            case VERSION -> Optional.empty();
            case SIZE -> grows ? Optional.empty() : Optional.of("SIZE(%s, %d);".formatted(type, value));
            default -> Optional.of("AT(%s, %s, %d);".formatted(type, constant.getName(), value));
        };
    }

    @Test
    void every_layout_is_the_double_s() throws Exception {
        var lines = asserted(false);
        System.out.println("COUNT: sizes and offsets held against C: " + (lines.size() - 1));
        assertThat(lines).hasSizeGreaterThan(80);
        CSource.check(String.join("\n", lines), List.of());
    }

    @Test
    void every_layout_is_that_of_a_real_header() throws Exception {
        var header = Optional.ofNullable(System.getenv("NVML_HEADER"));
        assumeTrue(header.isPresent(), "NVML_HEADER names no nvml.h");
        CSource.check(
                String.join("\n", asserted(true)),
                List.of("-DREAL_NVML_HEADER=\"%s\"".formatted(header.orElseThrow())));
    }

    @Test
    void versions_carry_the_size_and_the_number() {
        assertThat(Map.of(
                        Structs.Memory_v2.VERSION, 0x02000028,
                        Structs.Temperature_v1.VERSION, 0x0100000c,
                        Structs.MarginTemperature_v1.VERSION, 0x01000008,
                        Structs.GpuFabricInfo_v2.VERSION, 0x02000024,
                        Structs.EccSramErrorStatus_v1.VERSION, 0x01000068))
                .allSatisfy((ours, theirs) -> assertThat(ours).isEqualTo(theirs));
    }

    @Test
    void every_function_of_the_transcript_stands_in_a_real_header() throws Exception {
        var header = Optional.ofNullable(System.getenv("NVML_HEADER"));
        assumeTrue(header.isPresent(), "NVML_HEADER names no nvml.h");
        var lines = new ArrayList<String>();
        lines.add("#include \"nvml_abi.h\"");
        lines.add("void *functions[] = {");
        Stream.of(Nvml.class.getDeclaredMethods())
                .filter(method -> java.lang.reflect.Modifier.isNative(method.getModifiers()))
                .forEach(method -> lines.add("(void *)" + method.getName() + ","));
        lines.add("};");
        CSource.check(
                String.join("\n", lines),
                List.of(
                        "-DNVML_NO_UNVERSIONED_FUNC_DEFS",
                        "-Wno-deprecated-declarations",
                        "-DREAL_NVML_HEADER=\"%s\"".formatted(header.orElseThrow())));
    }
}
