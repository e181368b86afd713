package io.gpuledger.exporter.device.nvml;

import com.sun.jna.Memory;
import java.util.ArrayList;
import java.util.List;

/// This is memory outside the heap for calls to write into. It is taken once and given back together.
///
/// Left to the garbage collector it would stay: what holds it grows old, is small, and so is collected once in hours.
final class Buffers implements AutoCloseable {
    private final List<Memory> taken = new ArrayList<>();

    Memory take(long bytes) {
        var memory = new Memory(bytes);
        taken.add(memory);
        return memory;
    }

    /// Returns memory that takes the place of what has become too small.
    Memory instead(Memory small, long bytes) {
        taken.remove(small);
        small.close();
        return take(bytes);
    }

    @Override
    public void close() {
        taken.forEach(Memory::close);
        taken.clear();
    }
}
