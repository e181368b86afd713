package io.gpuledger.exporter.device.simulated;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which CUDA each branch of the driver came with, so that simulated GPUs say something likely. Of real ones the driver
/// says it.
public final class DriverBranch {
    private static final Map<String, String> CUDA = new TreeMap<>(Map.ofEntries(
            Map.entry("470", "11.4"),
            Map.entry("510", "11.6"),
            Map.entry("515", "11.7"),
            Map.entry("520", "11.8"),
            Map.entry("525", "12.0"),
            Map.entry("530", "12.1"),
            Map.entry("535", "12.2"),
            Map.entry("545", "12.3"),
            Map.entry("550", "12.4"),
            Map.entry("555", "12.5"),
            Map.entry("560", "12.6"),
            Map.entry("565", "12.7"),
            Map.entry("570", "12.8"),
            Map.entry("575", "12.9"),
            Map.entry("580", "13.0"),
            Map.entry("590", "13.1")));

    private DriverBranch() {}

    /// Returns the highest version of CUDA that a driver supports; nothing of a branch that is not known.
    public static Optional<String> cudaVersion(String driver) {
        var dot = driver.indexOf('.');
        return Optional.ofNullable(CUDA.get(dot < 0 ? driver : driver.substring(0, dot)));
    }
}
