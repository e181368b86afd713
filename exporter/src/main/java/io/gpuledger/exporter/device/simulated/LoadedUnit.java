package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device.Instance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A unit of a GPU with what runs on it: the GPU itself, or one of its instances.
final class LoadedUnit {
    private record Running(Workload workload, Noise noise) {}

    private final Optional<Instance> instance;
    private final List<Running> running;
    private final LoadMean mean = new LoadMean();

    private LoadedUnit(Optional<Instance> instance, List<Running> running) {
        this.instance = instance;
        this.running = List.copyOf(running);
    }

    static LoadedUnit of(Optional<Instance> instance, List<Workload> workloads, Noise noise) {
        var running = new ArrayList<Running>();
        for (Workload workload : workloads) {
            running.add(new Running(workload, noise.part(running.size())));
        }
        return new LoadedUnit(instance, running);
    }

    /// The unit's own load, as a part of what the unit has.
    Load at(long cell, double hour) {
        Load load = Load.NONE;
        for (Running one : running) {
            load = load.plus(one.workload().at(one.noise(), cell, hour));
        }
        return load;
    }

    /// Returns a load of this unit as a part of its whole GPU.
    Load onGpu(Load load, Model model) {
        return instance.map(part -> load.within(
                        (double) part.computeSlices() / model.computeSlices(),
                        (double) part.memorySlices() / model.memorySlices()))
                .orElse(load);
    }

    Optional<Instance> instance() {
        return instance;
    }

    LoadMean mean() {
        return mean;
    }
}
