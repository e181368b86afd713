package io.gpuledger.exporter.device.nvml;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// What of NVML is used: the transcript's functions, and the fields.
public final class NvmlSymbols {
    private NvmlSymbols() {}

    public static List<String> all() {
        return Stream.of(Nvml.class.getDeclaredMethods())
                .filter(method -> Modifier.isNative(method.getModifiers()))
                .map(Method::getName)
                .sorted()
                .toList();
    }

    /// Returns the symbols without which no GPU can be found.
    public static Set<String> neededByAll() {
        return Set.of("nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetUUID");
    }

    public static List<Integer> fields() {
        return NvmlFieldTable.ROWS.stream()
                .map(NvmlFieldTable.Row::field)
                .distinct()
                .sorted()
                .toList();
    }
}
