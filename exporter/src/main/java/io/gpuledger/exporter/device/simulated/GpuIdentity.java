package io.gpuledger.exporter.device.simulated;

import java.util.UUID;

/// The names that a GPU goes by, the same for the same seed.
record GpuIdentity(int index, Noise noise) {
    private static final int GPUS_A_DOMAIN = 16;
    private static final int FIRST_BUS = 0x1B;
    private static final int BUS_STEP = 0x0E;

    String uuid() {
        return "GPU-" + uuid(noise.part(0));
    }

    /// Addresses ascend, as the index follows PCI order.
    String pciBusId() {
        return "%08X:%02X:00.0".formatted(index / GPUS_A_DOMAIN, FIRST_BUS + BUS_STEP * (index % GPUS_A_DOMAIN));
    }

    String serial() {
        return "165%010d".formatted(Math.floorMod(noise.bits(1), 10_000_000_000L));
    }

    /// The source of the names of MIG instances, other ones each time that the GPU is partitioned.
    Noise generation(int number) {
        return noise.part(2).part(number);
    }

    static UUID uuid(Noise noise) {
        return new UUID(noise.bits(0), noise.bits(1));
    }
}
