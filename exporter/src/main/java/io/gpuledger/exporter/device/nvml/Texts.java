package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Texts, which NVML writes into memory of ours.
final class Texts {
    @FunctionalInterface
    interface Call {
        int write(Pointer text, int length);
    }

    private Texts() {}

    /// Nothing where the call fails or writes nothing.
    static Optional<String> read(int length, Call call) {
        var text = new Memory(length + 1L);
        text.clear();
        return call.write(text, length) == NvmlReturn.SUCCESS
                ? Optional.of(text.getString(0, StandardCharsets.UTF_8.name()).strip())
                        .filter(read -> !read.isEmpty())
                : Optional.empty();
    }
}
