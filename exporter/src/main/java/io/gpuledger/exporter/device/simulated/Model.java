package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Device.Mig;
import io.gpuledger.exporter.device.Device.Platform;
import io.gpuledger.exporter.device.Quantity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// A product that can be simulated, by its data sheet and what `nvidia-smi` says of it.
@SuppressWarnings("ImmutableEnumChecker") // records of numbers
public enum Model {
    H100(
            "NVIDIA H100 80GB HBM3",
            "96.00.74.00.01",
            new Slices(7, 8),
            new Memory(81_559, 551, true),
            new Power(70, 700, 72),
            new Clocks(345, 1980, 2619, 2619),
            new Lanes(63e9, 18, 26.5e9)),
    H200(
            "NVIDIA H200",
            "96.00.A5.00.01",
            new Slices(7, 8),
            new Memory(143_771, 620, true),
            new Power(76, 700, 70),
            new Clocks(345, 1980, 3201, 3201),
            new Lanes(63e9, 18, 26.5e9)),
    A100(
            "NVIDIA A100-SXM4-80GB",
            "92.00.45.00.03",
            new Slices(7, 8),
            new Memory(81_920, 628, true),
            new Power(55, 400, 66),
            new Clocks(210, 1410, 1593, 1593),
            new Lanes(31.5e9, 12, 25e9)),
    A30(
            "NVIDIA A30",
            "92.00.66.00.08",
            new Slices(4, 4),
            new Memory(24_576, 371, true),
            new Power(28, 165, 68),
            new Clocks(210, 1440, 1215, 1215),
            new Lanes(31.5e9, 0, 0)),
    L4(
            "NVIDIA L4",
            "95.04.3C.40.05",
            new Slices(1, 1),
            new Memory(23_034, 461, false),
            new Power(16, 72, 76),
            new Clocks(210, 2040, 405, 6251),
            new Lanes(31.5e9, 0, 0)),
    V100(
            "Tesla V100-SXM2-32GB",
            "88.00.80.00.01",
            new Slices(1, 1),
            new Memory(32_768, 269, true),
            new Power(42, 300, 64),
            new Clocks(135, 1530, 877, 877),
            new Lanes(15.75e9, 6, 25e9));

    /// How many slices a MIG instance can take at most; one of each where there is no MIG mode.
    private record Slices(int compute, int memory) {}

    private final String product;
    private final String vbios;
    private final Slices slices;
    private final Memory memory;
    private final Power power;
    private final Clocks clocks;
    private final Lanes lanes;

    Model(String product, String vbios, Slices slices, Memory memory, Power power, Clocks clocks, Lanes lanes) {
        this.product = product;
        this.vbios = vbios;
        this.slices = slices;
        this.memory = memory;
        this.power = power;
        this.clocks = clocks;
        this.lanes = lanes;
    }

    /// The device memory, with what the driver takes of it for itself.
    ///
    /// @param sensor whether it has a temperature sensor
    public record Memory(long totalMebibytes, long reservedMebibytes, boolean sensor) {
        private static final long MEBIBYTE = 1 << 20;
        /// CUDA takes memory from the driver in pages of this size.
        private static final long PAGE = 2 * MEBIBYTE;

        long total() {
            return totalMebibytes * MEBIBYTE;
        }

        long reserved() {
            return reservedMebibytes * MEBIBYTE;
        }

        /// The bytes that so much of it is, without what is reserved, as in the second version of NVML's structure.
        ///
        /// @param part from 0 to 1
        public long used(double part) {
            return (long) (part * (total() - reserved())) / PAGE * PAGE;
        }

        long free(double part) {
            return total() - reserved() - used(part);
        }
    }

    /// What the GPU draws, and how warm that makes it.
    ///
    /// @param hottest the temperature in degrees Celsius that it settles at under full power
    public record Power(double idleWatts, double maxWatts, double hottest) {
        private static final double AMBIENT = 28;

        /// What is drawn while so much is asked for.
        ///
        /// @param part of the range between the idle power and the highest that is drawn, from 0 to 1
        public double watts(double part) {
            return idleWatts + (maxWatts - idleWatts) * part;
        }

        /// The temperature that the GPU settles at while it draws so much.
        public double celsius(double watts) {
            return AMBIENT + (hottest - AMBIENT) * watts / maxWatts;
        }

        /// High-bandwidth memory runs hotter than the die that it surrounds.
        static double memoryCelsius(double celsius) {
            return AMBIENT + (celsius - AMBIENT) * 1.2;
        }
    }

    public record Clocks(int idleMegahertz, int maxMegahertz, int idleMemoryMegahertz, int memoryMegahertz) {}

    /// Each is in bytes a second in each direction; NVLink's is that of one link.
    public record Lanes(double pcie, int links, double perLink) {
        public double nvlink() {
            return links * perLink;
        }
    }

    /// A MIG profile, with the slices of its GPU that it takes.
    public record Profile(String name, int computeSlices, int memorySlices) {}

    /// The product's name, as its driver gives it.
    public String product() {
        return product;
    }

    /// What a GPU of this model runs on under a driver of this version. All of them have ECC, and it is on.
    public Platform on(String driver) {
        return new Platform(Optional.of(vbios), driver, DriverBranch.cudaVersion(driver), Optional.of(true));
    }

    public int computeSlices() {
        return slices.compute();
    }

    public int memorySlices() {
        return slices.memory();
    }

    public Memory memory() {
        return memory;
    }

    /// What an instance with so many of the GPU's memory slices has.
    public Memory memory(int memorySlices) {
        return new Memory(
                memory.totalMebibytes() * memorySlices / slices.memory(),
                memory.reservedMebibytes() * memorySlices / slices.memory(),
                memory.sensor());
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

    /// Whether it is an Ampere or later: it remaps rows, and says more of its activity than that a kernel runs. Before
    /// Hopper it takes DCGM to read that; the simulation stands for both libraries.
    public boolean isProfiled() {
        return this != V100;
    }

    boolean supports(Quantity quantity) {
        return !(isProfiled() ? Quantities.BEFORE_AMPERE : Quantities.AMPERE).contains(quantity)
                && (memory.sensor() || quantity != Quantity.MEMORY_TEMPERATURE)
                && (lanes.links() > 0 || !Quantities.NVLINK.contains(quantity));
    }

    /// The MIG profiles under NVIDIA's names; none where the product has no MIG mode.
    List<Profile> profiles() {
        return switch (this) {
            case H100, A100 -> ofSeven("1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb");
            case H200 -> ofSeven("1g.18gb", "1g.35gb", "2g.35gb", "3g.71gb", "4g.71gb", "7g.141gb");
            case A30 ->
                List.of(new Profile("1g.6gb", 1, 1), new Profile("2g.12gb", 2, 2), new Profile("4g.24gb", 4, 4));
            case L4, V100 -> List.of();
        };
    }

    private static List<Profile> ofSeven(
            String one, String oneWide, String two, String three, String four, String seven) {
        return List.of(
                new Profile(one, 1, 1),
                new Profile(oneWide, 1, 2),
                new Profile(two, 2, 2),
                new Profile(three, 3, 4),
                new Profile(four, 4, 4),
                new Profile(seven, 7, 8));
    }

    public Optional<Profile> profile(String name) {
        return profiles().stream()
                .filter(profile -> profile.name().equals(name))
                .findFirst();
    }

    /// Returns the model that scripts call by this name.
    public static Optional<Model> named(String name) {
        return Arrays.stream(values())
                .filter(model -> model.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /// What the driver says of a GPU that is cut into instances of these profiles.
    ///
    /// @param uuid of each instance, by its place
    public Mig mig(List<Profile> layout, IntFunction<String> uuid) {
        var alike = new HashMap<Integer, Integer>();
        var instances = new ArrayList<Instance>();
        for (var profile : layout) {
            var first = firstGpuInstance(profile);
            instances.add(new Instance(
                    uuid.apply(instances.size()),
                    first + alike.merge(first, 1, Integer::sum) - 1,
                    Optional.empty(),
                    profile.name(),
                    profile.computeSlices(),
                    profile.memorySlices()));
        }
        return new Mig(slices.compute(), slices.memory(), instances);
    }

    /// NVIDIA numbers GPU instances by size, as in a binary tree: 0 is the whole, 1 and 2 its halves, and so on.
    private int firstGpuInstance(Profile profile) {
        if (profile.computeSlices() == slices.compute()) {
            return 0;
        }
        return switch (profile.computeSlices()) {
            case 1 -> 7;
            case 2 -> 3;
            default -> 1;
        };
    }
}
