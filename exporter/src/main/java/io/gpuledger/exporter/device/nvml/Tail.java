package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.nvml.NvmlFieldTable.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The long tail: what NVML gives of the fields that a counters file may name by DCGM's number and that no quantity
/// stands for. Read only where it is asked for, as it is.
sealed interface Tail {
    /// Returns the number that DCGM has for it.
    int dcgm();

    /// NVML has it as a field.
    ///
    /// @param field NVML's number
    record Field(int dcgm, int field, Scope scope) implements Tail {}

    /// GPM has it as a metric.
    ///
    /// @param metric GPM's number
    /// @param perUnit how many of GPM's units are one of DCGM's
    record Metric(int dcgm, int metric, double perUnit) implements Tail {}

    Map<Integer, Tail> ALL = read();

    /// Returns those of these fields that NVML gives.
    static List<Tail> of(Set<Integer> dcgm) {
        return dcgm.stream()
                .sorted()
                .flatMap(number -> Stream.ofNullable(ALL.get(number)))
                .toList();
    }

    private static Map<Integer, Tail> read() {
        try (var resource = Objects.requireNonNull(Tail.class.getResourceAsStream("tail.txt"), "tail.txt")) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> tail(Arrays.asList(line.split(" "))))
                    .collect(Collectors.toUnmodifiableMap(Tail::dcgm, Function.identity()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Tail tail(List<String> words) {
        var dcgm = Integer.parseInt(words.get(0));
        var number = Integer.parseInt(words.get(2));
        return switch (words.get(1)) {
            case "percent" -> new Metric(dcgm, number, 100);
            case "mebibytes" -> new Metric(dcgm, number, 1.0 / (1 << 20));
            default -> new Field(dcgm, number, words.contains("each-link") ? Scope.EACH_LINK : Scope.DEVICE);
        };
    }
}
