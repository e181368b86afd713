package io.gpuledger.exporter.device;

import java.util.Optional;

/// Versions of CUDA, as the driver numbers them: 12080 is 12.8.
public final class CudaVersion {
    private static final int MAJOR = 1000;
    private static final int MINOR = 10;

    private CudaVersion() {}

    /// Returns nothing for a number that no version has.
    public static Optional<String> of(int number) {
        return number < MAJOR
                ? Optional.empty()
                : Optional.of("%d.%d".formatted(number / MAJOR, number % MAJOR / MINOR));
    }
}
