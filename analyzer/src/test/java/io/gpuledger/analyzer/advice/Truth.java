package io.gpuledger.analyzer.advice;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What a workload did in two weeks, minute by minute: nobody who gives advice knows that.
///
/// All of its pods are held at the same time. A slot is a unit of one of them.
///
/// @param held by minute
/// @param starting by minute: the pods have not been active yet
/// @param lost by minute: nobody could look
/// @param active by slot and minute: the part of the multiprocessors
/// @param dram by slot and minute: the part of the time in which memory was active
/// @param memory by slot and minute: gibibytes that were in use
@SuppressWarnings("ArrayRecordComponent") // millions of minutes, which nobody changes or compares
record Truth(
        Archetype archetype,
        WorkloadName name,
        Card card,
        Optional<String> profile,
        int pods,
        int unitsOfPod,
        Basis basis,
        Set<Flaw> flaws,
        boolean[] held,
        boolean[] starting,
        boolean[] lost,
        float[][] active,
        float[][] dram,
        float[][] memory) {
    static final int HOUR = 60;
    static final int MINUTES = 14 * 24 * HOUR;
    static final int WEEK = MINUTES / 2;

    enum Archetype {
        TRAINING,
        DECODING,
        NOTEBOOK,
        BURSTS,
        UNUSED,
        IDLE_PEERS,
        SPARE_UNITS,
        REPLICAS,
        BATCH,
        STEADY
    }

    /// What is measured.
    enum Basis {
        PROFILING,
        DRIVER,
        /// How busy memory is, nothing tells.
        BARE
    }

    /// Why nothing may be said of it.
    enum Flaw {
        EXEMPT,
        SHARED,
        DARK,
        YOUNG,
        ONE_RUN
    }

    /// A model of GPUs: what one costs in an hour, what the driver says of its memory, and what its instances
    /// have by `nvidia-smi mig -lgip`; in gibibytes.
    enum Card {
        A100(
                "NVIDIA A100-SXM4-80GB",
                80,
                2_000_000,
                Map.of(
                        "1g.10gb", 9.5, "1g.20gb", 19.5, "2g.20gb", 19.5, "3g.40gb", 39.25, "4g.40gb", 39.25, "7g.80gb",
                        78.75)),
        H100(
                "NVIDIA H100 80GB HBM3",
                79.65,
                4_000_000,
                Map.of(
                        "1g.10gb", 9.62, "1g.20gb", 19.5, "2g.20gb", 19.5, "3g.40gb", 39.25, "4g.40gb", 39.25,
                        "7g.80gb", 78.75)),
        A30("NVIDIA A30", 24, 900_000, Map.of("1g.6gb", 5.81, "2g.12gb", 11.69, "4g.24gb", 23.44)),
        L4("NVIDIA L4", 22.5, 600_000, Map.of()),
        A10("NVIDIA A10", 22.5, 800_000, Map.of()),
        V100("Tesla V100-SXM2-16GB", 16, 700_000, Map.of()),
        T4("Tesla T4", 15, 300_000, Map.of());

        final String model;
        final double gibibytes;
        final long price;

        @SuppressWarnings("ImmutableEnumChecker") // maps that nobody can change
        final Map<String, Double> instances;

        Card(String model, double gibibytes, long price, Map<String, Double> instances) {
            this.model = model;
            this.gibibytes = gibibytes;
            this.price = price;
            this.instances = instances;
        }

        static Card of(String model) {
            return List.of(values()).stream()
                    .filter(card -> card.model.equals(model))
                    .findFirst()
                    .orElseThrow();
        }

        GpuModel known() {
            return GpuModels.of(model).orElseThrow();
        }
    }

    int slots() {
        return pods * unitsOfPod;
    }

    /// Whether what went on in a minute was seen, and is not part of a start.
    boolean isSeen(int minute) {
        return held[minute] && !lost[minute] && !starting[minute];
    }

    /// Returns how many gibibytes a unit has.
    double gibibytes() {
        return profile.map(name -> card.instances.getOrDefault(name, 0.0)).orElse(card.gibibytes);
    }

    /// Returns the slices of the GPU that a unit is. A GPU that cannot be cut is one.
    MigProfile slices() {
        return profile.flatMap(name -> card.known().profile(name))
                .or(() -> card.known().whole())
                .orElse(new MigProfile("", 1, 1));
    }

    /// Returns what the ledger books of a unit.
    double weight() {
        return flaws.contains(Flaw.SHARED)
                ? 0.25
                : (double) slices().computeSlices()
                        / card.known().whole().map(MigProfile::computeSlices).orElse(1);
    }

    /// Returns the most memory that was seen in use on a unit.
    double memoryPeak() {
        var peak = 0.0;
        for (var slot : memory) {
            for (var minute = 0; minute < MINUTES; minute++) {
                if (held[minute] && !lost[minute]) {
                    peak = Math.max(peak, slot[minute]);
                }
            }
        }
        return peak;
    }
}
