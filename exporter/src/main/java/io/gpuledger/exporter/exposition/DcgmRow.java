package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot;
import io.gpuledger.exporter.device.Snapshot.GpuState;
import io.gpuledger.exporter.device.Snapshot.UnitState;
import io.gpuledger.exporter.device.Unit;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What dcgm-exporter has a sample of: a GPU, or each GPU instance of a GPU in MIG mode.
///
/// An instance shows its own readings, absent ones too, and the GPU's where it is not asked. A GPU in MIG mode without
/// an instance stands there itself.
record DcgmRow(GpuState gpu, Readings readings, Labels labels) {
    static List<DcgmRow> of(Snapshot snapshot, String nodeName, HostnameLabel hostnameLabel) {
        return snapshot.gpus().stream()
                .flatMap(gpu -> rows(gpu, nodeName, hostnameLabel))
                .toList();
    }

    private static Stream<DcgmRow> rows(GpuState gpu, String nodeName, HostnameLabel hostnameLabel) {
        if (gpu.units().isEmpty()) {
            var whole = new Unit(gpu.device(), Optional.empty());
            return Stream.of(new DcgmRow(gpu, gpu.readings(), labels(whole, nodeName, hostnameLabel)));
        }
        return entities(gpu)
                .map(unit -> new DcgmRow(
                        gpu, gpu.readings().with(unit.readings()), labels(unit.unit(), nodeName, hostnameLabel)));
    }

    /// Compute instances of one GPU instance share its row.
    private static Stream<UnitState> entities(GpuState gpu) {
        var instances = new HashSet<Integer>();
        return gpu.units().stream()
                .filter(unit -> unit.unit()
                        .instance()
                        .map(Instance::gpuInstanceId)
                        .map(instances::add)
                        .orElse(true));
    }

    private static Labels labels(Unit unit, String nodeName, HostnameLabel hostnameLabel) {
        var device = unit.device();
        var gpu = Labels.NONE
                .and("gpu", Integer.toString(device.index()))
                .and("UUID", device.uuid())
                .and("pci_bus_id", device.pciBusId())
                .and("device", "nvidia" + device.index())
                .and("modelName", device.model());
        var entity = unit.instance()
                .map(instance -> gpu.and("GPU_I_PROFILE", instance.profile())
                        .and("GPU_I_ID", Integer.toString(instance.gpuInstanceId())))
                .orElse(gpu);
        return hostnameLabel.add(entity, nodeName).and("DCGM_FI_DRIVER_VERSION", device.driverVersion());
    }
}
