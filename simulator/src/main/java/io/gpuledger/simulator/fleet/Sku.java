package io.gpuledger.simulator.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A product, by its data sheet.
public enum Sku {
    H100("NVIDIA H100 80GB HBM3", 7, 8, 81_559, 70, 700),
    A100("NVIDIA A100-SXM4-80GB", 7, 8, 81_920, 55, 400),
    A30("NVIDIA A30", 4, 4, 24_576, 28, 165),
    L4("NVIDIA L4", 1, 1, 23_034, 16, 72),
    V100("Tesla V100-SXM2-32GB", 1, 1, 32_768, 42, 300);

    /// NVIDIA's names, with the slices that each takes.
    private static final List<Profile> OF_SEVEN = List.of(
            new Profile("1g.10gb", 1, 1),
            new Profile("1g.20gb", 1, 2),
            new Profile("2g.20gb", 2, 2),
            new Profile("3g.40gb", 3, 4),
            new Profile("4g.40gb", 4, 4),
            new Profile("7g.80gb", 7, 8));

    private static final List<Profile> OF_FOUR =
            List.of(new Profile("1g.6gb", 1, 1), new Profile("2g.12gb", 2, 2), new Profile("4g.24gb", 4, 4));

    private final String product;
    private final int computeSlices;
    private final int memorySlices;
    private final int mebibytes;
    private final int idleWatts;
    private final int maxWatts;

    Sku(String product, int computeSlices, int memorySlices, int mebibytes, int idleWatts, int maxWatts) {
        this.product = product;
        this.computeSlices = computeSlices;
        this.memorySlices = memorySlices;
        this.mebibytes = mebibytes;
        this.idleWatts = idleWatts;
        this.maxWatts = maxWatts;
    }

    /// Whether it says more of its activity than that a kernel runs.
    public boolean isProfiled() {
        return this != V100;
    }

    /// As its driver calls it.
    public String product() {
        return product;
    }

    /// How many a whole GPU has; 1 where it cannot be cut.
    public int computeSlices() {
        return computeSlices;
    }

    public int memorySlices() {
        return memorySlices;
    }

    public long memoryBytes() {
        return (long) mebibytes << 20;
    }

    public int idleWatts() {
        return idleWatts;
    }

    public int maxWatts() {
        return maxWatts;
    }

    public Optional<Profile> profile(String name) {
        return profiles().stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst();
    }

    private List<Profile> profiles() {
        return switch (this) {
            case H100, A100 -> OF_SEVEN;
            case A30 -> OF_FOUR;
            case L4, V100 -> List.of();
        };
    }

    /// By its name in a script.
    public static Optional<Sku> named(String name) {
        return Arrays.stream(values())
                .filter(sku -> sku.name().equalsIgnoreCase(name))
                .findFirst();
    }
}
