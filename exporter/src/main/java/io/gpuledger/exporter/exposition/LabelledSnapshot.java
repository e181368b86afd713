package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// This is a snapshot with the labels that its GPUs and units carry, each encoded once for all families.
///
/// @param none where all labels begin
record LabelledSnapshot(
        Snapshot snapshot,
        Attributed attributed,
        Labels none,
        List<Labelled> gpus,
        List<LabelledUnit> units,
        List<DcgmRow> dcgmRows,
        Events events) {
    record Labelled(GpuState state, Labels labels, List<LabelledUnit> units, List<DcgmRow> dcgmRows) {
        private Labelled at(GpuState later) {
            var then = new ArrayList<LabelledUnit>(units.size());
            for (var i = 0; i < units.size(); i++) {
                then.add(units.get(i).at(later.units().get(i)));
            }
            var rows = new ArrayList<DcgmRow>(dcgmRows.size());
            for (var row : dcgmRows) {
                rows.add(row.at(later));
            }
            return new Labelled(later, labels, then, rows);
        }
    }

    record LabelledUnit(UnitState state, Labels labels, Optional<Held> held) {
        private LabelledUnit at(UnitState later) {
            return new LabelledUnit(later, labels, held);
        }
    }

    static LabelledSnapshot of(
            Snapshot snapshot, Attributed attributed, Labels none, DcgmLabels dcgmLabels, Events events) {
        var gpus = snapshot.gpus().stream()
                .map(gpu -> labelled(gpu, attributed, none, dcgmLabels))
                .toList();
        return of(snapshot, attributed, none, gpus, events);
    }

    private static LabelledSnapshot of(
            Snapshot snapshot, Attributed attributed, Labels none, List<Labelled> gpus, Events events) {
        var units = new ArrayList<LabelledUnit>();
        var dcgmRows = new ArrayList<DcgmRow>();
        for (var gpu : gpus) {
            units.addAll(gpu.units());
            dcgmRows.addAll(gpu.dcgmRows());
        }
        return new LabelledSnapshot(snapshot, attributed, none, gpus, units, dcgmRows, events);
    }

    /// Returns the same GPUs and units under the same labels at a later instant. What stands must still be the same.
    LabelledSnapshot at(Snapshot later, Attributed attributed) {
        var then = new ArrayList<Labelled>(gpus.size());
        for (var i = 0; i < gpus.size(); i++) {
            then.add(gpus.get(i).at(later.gpus().get(i)));
        }
        return of(later, attributed, none, then, events);
    }

    private static Labelled labelled(GpuState gpu, Attributed attributed, Labels none, DcgmLabels dcgmLabels) {
        var nodeName = dcgmLabels.nodeName();
        var device = named(gpu.device(), none);
        var units = gpu.units().stream()
                .map(unit -> new LabelledUnit(
                        unit,
                        labels(unit, device).and("node", nodeName),
                        attributed.holders().of(unit.unit())))
                .toList();
        var labels = device.and("node", nodeName);
        return new Labelled(gpu, labels, units, DcgmRow.of(gpu, labels, units, none, dcgmLabels, attributed));
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
