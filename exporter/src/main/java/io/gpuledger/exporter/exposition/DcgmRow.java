package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Attributed;
import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.attribution.Jobs;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.exposition.Scene.Labelled;
import io.gpuledger.exporter.exposition.Scene.LabelledUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What dcgm-exporter has a sample of: a GPU, or each GPU instance of a GPU in MIG mode.
///
/// An instance shows its own readings, absent ones too, and the GPU's where it is not asked. A GPU in MIG mode without
/// an instance stands there itself.
///
/// @param ledger the labels that the ledger's families have for it
/// @param again whether the row above is of the same entity, for another job
record DcgmRow(GpuState gpu, Readings readings, Labels labels, Labels ledger, boolean again) {
    static Stream<DcgmRow> of(Labelled gpu, Labels none, DcgmLabels labels, Attributed attributed) {
        if (gpu.units().isEmpty()) {
            var whole = new Unit(gpu.state().device(), Optional.empty());
            var readings = gpu.state().readings();
            var row = labels.of(none, whole, readings, new TreeMap<>(), new TreeMap<>());
            return Stream.of(new DcgmRow(gpu.state(), readings, row, gpu.labels(), false));
        }
        return entities(gpu).flatMap(unit -> rows(gpu, unit, none, labels, attributed));
    }

    /// One for each job, as dcgm-exporter has it; where there is none, one.
    private static Stream<DcgmRow> rows(
            Labelled gpu, LabelledUnit unit, Labels none, DcgmLabels labels, Attributed attributed) {
        var readings = gpu.state().readings().with(unit.state().readings());
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
            rows.add(new DcgmRow(gpu.state(), readings, row, unit.labels(), !rows.isEmpty()));
        }
        return rows.stream();
    }

    private static Jobs.Place place(Unit unit) {
        return new Jobs.Place(unit.device().index(), unit.instance().map(Instance::gpuInstanceId));
    }

    /// Compute instances of one GPU instance share its row.
    private static Stream<LabelledUnit> entities(Labelled gpu) {
        var instances = new HashSet<Integer>();
        return gpu.units().stream()
                .filter(unit -> unit.state()
                        .unit()
                        .instance()
                        .map(Instance::gpuInstanceId)
                        .map(instances::add)
                        .orElse(true));
    }
}
