package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.util.List;
import java.util.Optional;

/// A snapshot with the labels that its GPUs and units carry, each encoded once for all families.
///
/// @param none where all labels begin
record Scene(
        Snapshot snapshot,
        Attributed attributed,
        Labels none,
        List<Labelled> gpus,
        List<LabelledUnit> units,
        List<DcgmRow> dcgmRows,
        Events events) {
    /// A GPU, its labels, and its units with theirs.
    record Labelled(GpuState state, Labels labels, List<LabelledUnit> units) {}

    record LabelledUnit(UnitState state, Labels labels, Optional<Held> held) {}

    static Scene of(Snapshot snapshot, Attributed attributed, Labels none, DcgmLabels dcgmLabels, Events events) {
        var gpus = snapshot.gpus().stream()
                .map(gpu -> labelled(gpu, attributed, none, dcgmLabels.nodeName()))
                .toList();
        var dcgmRows = gpus.stream()
                .flatMap(gpu -> DcgmRow.of(gpu, none, dcgmLabels, attributed))
                .toList();
        var units = gpus.stream().flatMap(gpu -> gpu.units().stream()).toList();
        return new Scene(snapshot, attributed, none, gpus, units, dcgmRows, events);
    }

    private static Labelled labelled(GpuState gpu, Attributed attributed, Labels none, String nodeName) {
        var device = named(gpu.device(), none);
        var units = gpu.units().stream()
                .map(unit -> new LabelledUnit(
                        unit,
                        labels(unit, device).and("node", nodeName),
                        attributed.holders().of(unit.unit())))
                .toList();
        return new Labelled(gpu, device.and("node", nodeName), units);
    }

    private static Labels named(Device device, Labels none) {
        return none.and("uuid", device.uuid()).and("gpu", Integer.toString(device.index()));
    }

    private static Labels named(Instance instance, Labels device) {
        var labels = device.and("instance_id", Integer.toString(instance.gpuInstanceId()));
        return instance.computeInstanceId()
                .map(id -> labels.and("compute_instance_id", Integer.toString(id)))
                .orElse(labels)
                .and("instance_profile", instance.profile());
    }

    private static Labels labels(UnitState state, Labels device) {
        return state.unit().instance().map(instance -> named(instance, device)).orElse(device);
    }
}
