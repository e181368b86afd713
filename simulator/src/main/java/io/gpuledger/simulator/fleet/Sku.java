package io.gpuledger.simulator.fleet;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A product, by its data sheet.
@SuppressWarnings("ImmutableEnumChecker") // records of numbers
public enum Sku {
    H100(
            "NVIDIA H100 80GB HBM3",
            new Slices(7, 8),
            new Memory(81_559, 551),
            new Power(70, 700),
            new Clocks(1980, 2619),
            new Lanes(63_000, 18, 26_500)),
    A100(
            "NVIDIA A100-SXM4-80GB",
            new Slices(7, 8),
            new Memory(81_920, 628),
            new Power(55, 400),
            new Clocks(1410, 1593),
            new Lanes(31_500, 12, 25_000)),
    A30(
            "NVIDIA A30",
            new Slices(4, 4),
            new Memory(24_576, 371),
            new Power(28, 165),
            new Clocks(1440, 1215),
            new Lanes(31_500, 0, 0)),
    L4(
            "NVIDIA L4",
            new Slices(1, 1),
            new Memory(23_034, 461),
            new Power(16, 72),
            new Clocks(2040, 6251),
            new Lanes(31_500, 0, 0)),
    V100(
            "Tesla V100-SXM2-32GB",
            new Slices(1, 1),
            new Memory(32_768, 269),
            new Power(42, 300),
            new Clocks(1530, 877),
            new Lanes(15_750, 6, 25_000));

    /// What it can be cut into; one of each where it cannot.
    private record Slices(int compute, int memory) {}

    /// In mebibytes.
    private record Memory(int total, int reserved) {}

    /// In watts.
    public record Power(int idle, int most) {}

    /// The highest, in megahertz.
    public record Clocks(int multiprocessors, int memory) {}

    /// What goes through in a direction, in megabytes a second; of NVLink through each link.
    public record Lanes(int pcie, int links, int perLink) {
        public int nvlink() {
            return links * perLink;
        }
    }

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
    private final Slices slices;
    private final Memory memory;
    private final Power power;
    private final Clocks clocks;
    private final Lanes lanes;

    Sku(String product, Slices slices, Memory memory, Power power, Clocks clocks, Lanes lanes) {
        this.product = product;
        this.slices = slices;
        this.memory = memory;
        this.power = power;
        this.clocks = clocks;
        this.lanes = lanes;
    }

    /// Whether it says more of its activity than that a kernel runs.
    public boolean isProfiled() {
        return this != V100;
    }

    /// Whose temperature it tells.
    public boolean hasStackedMemory() {
        return this != L4;
    }

    /// As its driver calls it.
    public String product() {
        return product;
    }

    /// How many a whole GPU has; 1 where it cannot be cut.
    public int computeSlices() {
        return slices.compute();
    }

    public int memorySlices() {
        return slices.memory();
    }

    /// All of it, what the driver takes for itself too.
    public long memoryBytes() {
        return (long) memory.total() << 20;
    }

    public long reservedBytes() {
        return (long) memory.reserved() << 20;
    }

    public Power power() {
        return power;
    }

    public Clocks clocks() {
        return clocks;
    }

    public Lanes lanes() {
        return lanes;
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
