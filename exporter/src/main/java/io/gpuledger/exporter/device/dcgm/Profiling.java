package io.gpuledger.exporter.device.dcgm;

import com.sun.jna.Memory;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.dcgm.Structs.MetricGroup;
import io.gpuledger.exporter.device.dcgm.Structs.MetricGroups;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// A GPU says itself which profiling fields it can give. To watch one that it cannot would make the watch fail for all
/// of them.
///
/// @param refused why it gives none at all
record Profiling(Set<Integer> given, Optional<Absent> refused) {
    static Profiling of(long handle, int gpuId) {
        try (var struct = EngineConnection.cleared(MetricGroups.SIZE)) {
            struct.setInt(0, MetricGroups.VERSION);
            struct.setInt(MetricGroups.GPU, gpuId);
            var status = CallFailedException.statusOf(
                    "dcgmProfGetSupportedMetricGroups", Dcgm.dcgmProfGetSupportedMetricGroups(handle, struct));
            if (status != Status.OK) {
                return new Profiling(Set.of(), Optional.of(status.absent()));
            }
            var given = fields(struct);
            if (isBeforeAmpere(handle, gpuId)) {
                given.removeAll(DcgmFieldTable.SINCE_AMPERE);
            }
            return new Profiling(Set.copyOf(given), Optional.empty());
        }
    }

    private static Set<Integer> fields(Memory struct) {
        var fields = new HashSet<Integer>();
        var groups = Math.clamp(struct.getInt(MetricGroups.COUNT), 0, MetricGroups.GROUPS_MAX);
        for (var i = 0; i < groups; i++) {
            var at = MetricGroups.GROUPS + (long) i * MetricGroup.SIZE;
            var count = Math.clamp(struct.getInt(at + MetricGroup.COUNT), 0, MetricGroup.FIELDS_MAX);
            for (var field : struct.getShortArray(at + MetricGroup.FIELDS, count)) {
                fields.add(field & 0xffff);
            }
        }
        return fields;
    }

    private static boolean isBeforeAmpere(long handle, int gpuId) {
        try (var architecture = EngineConnection.cleared(Integer.BYTES)) {
            var status = CallFailedException.statusOf(
                    "dcgmGetGpuChipArchitecture", Dcgm.dcgmGetGpuChipArchitecture(handle, gpuId, architecture));
            var number = architecture.getInt(0);
            return status == Status.OK && number > 0 && number < Dcgm.CHIP_ARCH_AMPERE;
        }
    }

    /// Why this field is not given; nothing where it is.
    Optional<Absent> refusal(int field) {
        return given.contains(field) ? Optional.empty() : refused.or(() -> Optional.of(Absent.NOT_SUPPORTED));
    }
}
