package io.gpuledger.simulator.fleet;

import io.gpuledger.exporter.device.simulated.Model;
import io.gpuledger.exporter.device.simulated.Model.Profile;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// A device, as long as it is cut the same way.
///
/// @param layout the profiles of its MIG devices; empty where it is whole
/// @param replicas as how many each of its units is advertised
public record Gpu(String uuid, int index, Model model, List<Profile> layout, int replicas) {
    /// How many lanes of PCIe all models have.
    public static final int PCIE_LANES = 16;

    public Gpu {
        layout = List.copyOf(layout);
        if (replicas < 1) {
            throw new IllegalArgumentException(replicas + " replicas of " + uuid);
        }
        if (slices(layout) > model.computeSlices()) {
            throw new IllegalArgumentException("%s has no %d slices".formatted(model, slices(layout)));
        }
    }

    /// Its name tells it from all others, and GPUs are looked up often.
    @Override
    public int hashCode() {
        return uuid.hashCode();
    }

    /// What pods can hold of it.
    public List<Unit> units() {
        return layout.isEmpty()
                ? List.of(new Unit(this, 0, Optional.empty()))
                : IntStream.range(0, layout.size())
                        .mapToObj(place -> new Unit(this, place, Optional.of(layout.get(place))))
                        .toList();
    }

    /// The name of its model, by which GPUs are told apart in reports.
    public String sku() {
        return model.name();
    }

    public int computeSlices() {
        return model.computeSlices();
    }

    /// Whether it says more of its activity than that a kernel runs.
    public boolean isProfiled() {
        return model.isProfiled();
    }

    /// The generation of PCIe that its link has when nothing is wrong.
    public int pcieGeneration() {
        return switch (model) {
            case V100 -> 3;
            case A100, A30, L4 -> 4;
            case H100, H200 -> 5;
        };
    }

    /// Whether its NVLinks are a fabric that it has to join, and tells of.
    public boolean hasFabric() {
        return model == Model.H100 || model == Model.H200;
    }

    /// Compute slices that are in no unit.
    public int restSlices() {
        return layout.isEmpty() ? 0 : model.computeSlices() - slices(layout);
    }

    private static int slices(List<Profile> layout) {
        return layout.stream().mapToInt(Profile::computeSlices).sum();
    }
}
