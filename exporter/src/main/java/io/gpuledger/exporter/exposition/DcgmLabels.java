package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.counters.Counter;
import io.gpuledger.exporter.counters.Field;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Unit;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The labels of dcgm-compatible series, in the order in which dcgm-exporter writes them: what the entity is, then the
/// fields that the counters file makes labels and the pod's own labels, by name, then who has it.
record DcgmLabels(String nodeName, DcgmStyle style, List<Counter> fields) {
    DcgmLabels {
        fields = List.copyOf(fields);
    }

    /// Whether they stand for longer than a cycle.
    boolean stand() {
        return fields.stream().allMatch(label -> DcgmNumbers.stands(label.field()));
    }

    /// @param attributes who has it
    /// @param podLabels what the pod that has it is labelled with
    Labels of(
            Labels none,
            Unit unit,
            Readings readings,
            SortedMap<String, String> attributes,
            SortedMap<String, String> podLabels) {
        return complete(entity(none, unit), unit, readings, attributes, podLabels);
    }

    /// Adds which compute instance a GPU instance is, for what DCGM has of each compute instance and not of the GPU
    /// instance as a whole. Where the GPU instance is split, what we have is of all of them together.
    Labels ofComputeInstance(
            Labels none,
            Unit unit,
            Readings readings,
            SortedMap<String, String> attributes,
            SortedMap<String, String> podLabels) {
        var entity = entity(none, unit);
        var one =
                unit.instance().filter(instance -> instance.computeInstanceId().isEmpty());
        return complete(
                one.map(_ -> entity.and("GPU_CI_ID", "0")).orElse(entity), unit, readings, attributes, podLabels);
    }

    private Labels complete(
            Labels entity,
            Unit unit,
            Readings readings,
            SortedMap<String, String> attributes,
            SortedMap<String, String> podLabels) {
        var labels = style.hostname(entity, nodeName);
        var named = new TreeMap<>(podLabels);
        for (var field : fields) {
            value(field.field(), unit, readings).ifPresent(text -> named.put(field.name(), text));
        }
        for (var label : named.entrySet()) {
            labels = labels.and(label.getKey(), label.getValue());
        }
        for (var attribute : attributes.entrySet()) {
            labels = labels.and(attribute.getKey(), attribute.getValue());
        }
        return labels;
    }

    private Labels entity(Labels none, Unit unit) {
        var device = unit.device();
        var gpu = none.and("gpu", Integer.toString(device.index()))
                .and(style.uuidLabel(), device.uuid())
                .and("pci_bus_id", device.pciBusId())
                .and("device", "nvidia" + device.index())
                .and("modelName", style.model(device.model()));
        return unit.instance()
                .map(instance -> gpu.and("GPU_I_PROFILE", instance.gpuInstanceProfile())
                        .and("GPU_I_ID", Integer.toString(instance.gpuInstanceId())))
                .orElse(gpu);
    }

    private static Optional<String> value(Field field, Unit unit, Readings readings) {
        return DcgmTexts.of(field, unit.device(), readings)
                .or(() -> switch (DcgmNumbers.of(field).apply(readings)) {
                    case Reading.Value(double value) -> Optional.of(DcgmNumbers.text(field, value));
                    case Absent _ -> Optional.empty();
                });
    }
}
