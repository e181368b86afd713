package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.attribution.Held;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Unit;
import io.gpuledger.exporter.exposition.Scene.Labelled;
import io.gpuledger.exporter.exposition.Scene.LabelledUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.stream.Stream;

/// What dcgm-exporter has a sample of: a GPU, or each GPU instance of a GPU in MIG mode.
///
/// An instance shows its own readings, absent ones too, and the GPU's where it is not asked. A GPU in MIG mode without
/// an instance stands there itself.
///
/// @param ledger the labels that the ledger's families have for it
record DcgmRow(GpuState gpu, Readings readings, Labels labels, Labels ledger) {
    static Stream<DcgmRow> of(Labelled gpu, Labels none, DcgmLabels labels) {
        if (gpu.units().isEmpty()) {
            var whole = new Unit(gpu.state().device(), Optional.empty());
            var readings = gpu.state().readings();
            return Stream.of(new DcgmRow(
                    gpu.state(), readings, labels.of(none, whole, readings, Optional.empty()), gpu.labels()));
        }
        return entities(gpu).map(unit -> {
            var readings = gpu.state().readings().with(unit.state().readings());
            var holder = unit.held().flatMap(Held::exclusiveHolder);
            return new DcgmRow(
                    gpu.state(), readings, labels.of(none, unit.state().unit(), readings, holder), unit.labels());
        });
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
