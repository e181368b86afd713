package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.attribution.SoleHolder;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.exposition.LabelledSnapshot.LabelledUnit;
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
/// @param computing the labels of what DCGM has of each compute instance
/// @param ledger the labels that the ledger's families have for it
/// @param again whether the row above is of the same entity, for another job
record DcgmRow(
        GpuState gpu,
        OptionalInt unit,
        Readings readings,
        Labels labels,
        Labels computing,
        Labels ledger,
        boolean again) {
    /// @param all the labels of the GPU
    static List<DcgmRow> of(
            GpuState gpu, Labels all, List<LabelledUnit> units, Labels none, DcgmLabels labels, Attributed attributed) {
        if (units.isEmpty()) {
            var whole = new Unit(gpu.device(), Optional.empty());
            var row = labels.of(none, whole, gpu.readings(), new TreeMap<>(), new TreeMap<>());
            return List.of(new DcgmRow(gpu, OptionalInt.empty(), gpu.readings(), row, row, all, false));
        }
        var rows = new ArrayList<DcgmRow>();
        var instances = new HashSet<Optional<Integer>>();
        for (var i = 0; i < units.size(); i++) {
            // Compute instances of one GPU instance share its row.
            if (instances.add(place(units.get(i).state().unit()).gpuInstanceId())) {
                rows.addAll(rows(gpu, i, units, none, labels, attributed));
            }
        }
        return rows;
    }

    /// Makes one row for each job, as dcgm-exporter does, or one where there is none.
    private static List<DcgmRow> rows(
            GpuState gpu, int at, List<LabelledUnit> units, Labels none, DcgmLabels labels, Attributed attributed) {
        var unit = units.get(at);
        var readings = readings(gpu, at);
        var owner = owner(units, at);
        var rows = new ArrayList<DcgmRow>();
        var pod = owner.flatMap(one -> attributed.pods().named(one.pod()));
        var podLabels = pod.map(labels.style().podLabels()::of).orElseGet(TreeMap::new);
        var its = attributed.jobs().at(place(unit.state().unit())).stream()
                .map(Optional::of)
                .toList();
        for (var job : its.isEmpty() ? List.of(Optional.<String>empty()) : its) {
            var attributes = labels.style().attributes(owner, job, pod);
            var row = labels.of(none, unit.state().unit(), readings, attributes, podLabels);
            var computing = labels.ofComputeInstance(none, unit.state().unit(), readings, attributes, podLabels);
            rows.add(new DcgmRow(gpu, OptionalInt.of(at), readings, row, computing, unit.labels(), !rows.isEmpty()));
        }
        return rows;
    }

    /// The pod that the entity is to be put down to: none, where several hold compute instances of it.
    private static Optional<SoleHolder> owner(List<LabelledUnit> units, int at) {
        var entity = place(units.get(at).state().unit());
        return SoleHolder.of(units.stream()
                .filter(unit -> place(unit.state().unit()).equals(entity))
                .flatMap(unit -> unit.held().stream())
                .toList());
    }

    private static Readings readings(GpuState gpu, int unit) {
        return gpu.readings().with(gpu.units().get(unit).readings());
    }

    /// Returns the same row of the same GPU at a later instant.
    DcgmRow at(GpuState later) {
        var then = unit.isPresent() ? readings(later, unit.getAsInt()) : later.readings();
        return new DcgmRow(later, unit, then, labels, computing, ledger, again);
    }

    private static Jobs.Place place(Unit unit) {
        return new Jobs.Place(unit.device().index(), unit.instance().map(Instance::gpuInstanceId));
    }
}
