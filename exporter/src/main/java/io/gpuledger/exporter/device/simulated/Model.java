package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A product that can be simulated, by its data sheet and what `nvidia-smi` says of it.
///
/// @param name as scripts call it
/// @param modern Ampere or later: row remapping, and the profiling quantities. Before Hopper it takes DCGM to read
///         those; the simulation stands for both libraries.
record Model(
        String name,
        String product,
        String vbios,
        Memory memory,
        Power power,
        Clocks clocks,
        Lanes lanes,
        boolean modern,
        List<Profile> profiles) {
    static final int COMPUTE_SLICES = 7;
    static final int MEMORY_SLICES = 8;

    private static final Model H100 = new Model(
            "h100",
            "NVIDIA H100 80GB HBM3",
            "96.00.74.00.01",
            new Memory(81_559, 551, true),
            new Power(70, 700, 72),
            new Clocks(345, 1980, 2619, 2619),
            new Lanes(63e9, 18, 26.5e9),
            true,
            profiles("1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"));
    private static final Model H200 = new Model(
            "h200",
            "NVIDIA H200",
            "96.00.A5.00.01",
            new Memory(143_771, 620, true),
            new Power(76, 700, 70),
            new Clocks(345, 1980, 3201, 3201),
            new Lanes(63e9, 18, 26.5e9),
            true,
            profiles("1g.18gb", "1g.35gb", "2g.35gb", "3g.71gb", "4g.71gb", "7g.141gb"));
    private static final Model A100 = new Model(
            "a100",
            "NVIDIA A100-SXM4-80GB",
            "92.00.45.00.03",
            new Memory(81_920, 628, true),
            new Power(55, 400, 66),
            new Clocks(210, 1410, 1593, 1593),
            new Lanes(31.5e9, 12, 25e9),
            true,
            profiles("1g.10gb", "1g.20gb", "2g.20gb", "3g.40gb", "4g.40gb", "7g.80gb"));
    private static final Model L4 = new Model(
            "l4",
            "NVIDIA L4",
            "95.04.3C.40.05",
            new Memory(23_034, 461, false),
            new Power(16, 72, 76),
            new Clocks(210, 2040, 405, 6251),
            new Lanes(31.5e9, 0, 0),
            true,
            List.of());
    private static final Model V100 = new Model(
            "v100",
            "Tesla V100-SXM2-32GB",
            "88.00.80.00.01",
            new Memory(32_768, 269, true),
            new Power(42, 300, 64),
            new Clocks(135, 1530, 877, 877),
            new Lanes(15.75e9, 6, 25e9),
            false,
            List.of());

    static final Map<String, Model> BY_NAME =
            Stream.of(H100, H200, A100, L4, V100).collect(Collectors.toMap(Model::name, Function.identity()));

    Model {
        profiles = List.copyOf(profiles);
    }

    /// @param sensor whether it has a temperature sensor
    record Memory(long totalMebibytes, long reservedMebibytes, boolean sensor) {
        private static final long MEBIBYTE = 1 << 20;
        /// CUDA takes memory from the driver in pages of this size.
        private static final long PAGE = 2 * MEBIBYTE;

        /// What an instance with so many of the GPU's memory slices has.
        Memory slices(int number) {
            return new Memory(
                    totalMebibytes * number / MEMORY_SLICES, reservedMebibytes * number / MEMORY_SLICES, sensor);
        }

        long total() {
            return totalMebibytes * MEBIBYTE;
        }

        long reserved() {
            return reservedMebibytes * MEBIBYTE;
        }

        /// Without what is reserved, as in the second version of NVML's structure.
        long used(Load load) {
            return (long) (load.memory() * (total() - reserved())) / PAGE * PAGE;
        }

        long free(Load load) {
            return total() - reserved() - used(load);
        }
    }

    /// @param hottest the temperature in degrees Celsius that it settles at under full power
    record Power(double idleWatts, double maxWatts, double hottest) {
        /// @param speed the part of its clock that the GPU runs at
        double watts(Load load, double speed) {
            return idleWatts + (maxWatts - idleWatts) * load.power() * speed;
        }
    }

    record Clocks(int idleMegahertz, int maxMegahertz, int idleMemoryMegahertz, int memoryMegahertz) {}

    /// Bytes per second in each direction, on NVLink for each link.
    record Lanes(double pcie, int links, double perLink) {
        double nvlink() {
            return links * perLink;
        }
    }

    /// A MIG profile, with the slices of its GPU that it takes.
    record Profile(String name, int computeSlices, int memorySlices) {}

    Optional<Profile> profile(String name) {
        return profiles.stream().filter(profile -> profile.name().equals(name)).findFirst();
    }

    boolean supports(Quantity quantity) {
        return !(modern ? Quantities.BEFORE_AMPERE : Quantities.AMPERE).contains(quantity)
                && (memory.sensor() || quantity != Quantity.MEMORY_TEMPERATURE)
                && (lanes.links() > 0 || !Quantities.NVLINK.contains(quantity));
    }

    /// NVIDIA's names, in the order of their slices, which are the same on every product here.
    private static List<Profile> profiles(
            String one, String oneWide, String two, String three, String four, String seven) {
        return List.of(
                new Profile(one, 1, 1),
                new Profile(oneWide, 1, 2),
                new Profile(two, 2, 2),
                new Profile(three, 3, 4),
                new Profile(four, 4, 4),
                new Profile(seven, COMPUTE_SLICES, MEMORY_SLICES));
    }
}
