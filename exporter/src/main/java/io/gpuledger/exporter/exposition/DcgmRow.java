package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.exposition.Scene.LabelledUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What dcgm-exporter has a sample of: a GPU, or each GPU instance of a GPU in MIG mode.
///
/// An instance shows its own readings, absent ones too, and the GPU's where it is not asked. A GPU in MIG mode without
/// an instance stands there itself.
///
/// @param unit which of the GPU's units it is of; none where the GPU has none
/// @param ledger the labels that the ledger's families have for it
/// @param again whether the row above is of the same entity, for another job
record DcgmRow(GpuState gpu, OptionalInt unit, Readings readings, Labels labels, Labels ledger, boolean again) {
    /// @param all the labels of the GPU
    static List<DcgmRow> of(
            GpuState gpu, Labels all, List<LabelledUnit> units, Labels none, DcgmLabels labels, Attributed attributed) {
        if (units.isEmpty()) {
            var whole = new Unit(gpu.device(), Optional.empty());
            var row = labels.of(none, whole, gpu.readings(), new TreeMap<>(), new TreeMap<>());
            return List.of(new DcgmRow(gpu, OptionalInt.empty(), gpu.readings(), row, all, false));
        }
        var rows = new ArrayList<DcgmRow>();
        var instances = new HashSet<Optional<Integer>>();
        for (var i = 0; i < units.size(); i++) {
            // Compute instances of one GPU instance share its row.
            if (instances.add(place(units.get(i).state().unit()).gpuInstanceId())) {
                rows.addAll(rows(gpu, i, units.get(i), none, labels, attributed));
            }
        }
        return rows;
    }

    /// One for each job, as dcgm-exporter has it; where there is none, one.
    private static List<DcgmRow> rows(
            GpuState gpu, int at, LabelledUnit unit, Labels none, DcgmLabels labels, Attributed attributed) {
        var readings = readings(gpu, at);
        var holder = unit.held().flatMap(Held::exclusiveHolder);
        var rows = new ArrayList<DcgmRow>();
        var pod = holder.flatMap(held -> attributed.pods().named(held.pod()));
        var podLabels = pod.map(labels.style().podLabels()::of).orElseGet(TreeMap::new);
        var its = attributed.jobs().at(place(unit.state().unit())).stream()
                .map(Optional::of)
                .toList();
        for (var job : its.isEmpty() ? List.of(Optional.<String>empty()) : its) {
            var attributes = labels.style().attributes(holder, job, pod);
            var row = labels.of(none, unit.state().unit(), readings, attributes, podLabels);
            rows.add(new DcgmRow(gpu, OptionalInt.of(at), readings, row, unit.labels(), !rows.isEmpty()));
        }
        return rows;
    }

    private static Readings readings(GpuState gpu, int unit) {
        return gpu.readings().with(gpu.units().get(unit).readings());
    }

    /// The same row of the same GPU at a later instant.
    DcgmRow at(GpuState later) {
        var then = unit.isPresent() ? readings(later, unit.getAsInt()) : later.readings();
        return new DcgmRow(later, unit, then, labels, ledger, again);
    }

    private static Jobs.Place place(Unit unit) {
        return new Jobs.Place(unit.device().index(), unit.instance().map(Instance::gpuInstanceId));
    }
}
