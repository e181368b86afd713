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

    /// Returns nothing where the call fails or writes nothing.
    ///
    /// @param text memory for it, of at least this length and one more
    static Optional<String> read(Memory text, int length, Call call) {
        text.clear(length + 1L);
        return call.write(text, length) == NvmlReturn.SUCCESS
                ? Optional.of(text.getString(0, StandardCharsets.UTF_8.name()).strip())
                        .filter(read -> !read.isEmpty())
                : Optional.empty();
    }
}
