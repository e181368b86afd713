package io.gpuledger.exporter.device.dcgm;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Quantity.Kind;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import io.gpuledger.exporter.device.dcgm.DcgmFieldTable.Source;
import io.gpuledger.exporter.device.dcgm.FoundGpu.FoundInstance;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What DCGM said of all GPUs at once, at the paces that were asked for. Safe for threads that read a GPU each.
///
/// @param told the times of the activities that each entity told last
record Look(
        Map<Pace, Latest> latest,
        Watches watches,
        Intervals intervals,
        Set<Integer> wanted,
        Set<Integer> wantedOfInstances,
        Map<Entity, Map<Quantity, Long>> told) {

    Sample sample(FoundGpu gpu) {
        var readout = readout(gpu.entity());
        var quantities = readout.quantities(DcgmFieldTable.OF_GPU);
        if (latest.containsKey(Pace.FAST)) {
            // DCGM has the driver's gauge only, and no mean of it.
            quantities.put(Quantity.BUSY, Absent.NOT_SUPPORTED);
        }
        var instances = new HashMap<String, Readings>();
        gpu.instances().forEach(instance -> read(instance, instances));
        return new Sample(
                Readings.of(quantities, readout.fields(wanted)), instances, new TreeMap<>(), List.of(), sources(gpu));
    }

    private Readout readout(Entity entity) {
        return new Readout(
                entity, watches, latest, intervals, told.computeIfAbsent(entity, _ -> new EnumMap<>(Quantity.class)));
    }

    /// What DCGM measures is the GPU instance. Where that is split, nobody knows which part was active.
    private void read(FoundInstance instance, Map<String, Readings> byUuid) {
        var readout = readout(instance.entity());
        var quantities = readout.quantities(DcgmFieldTable.OF_INSTANCE);
        if (instance.isSplit()) {
            quantities.replaceAll(Look::unlessActivity);
        }
        var readings = Readings.of(quantities, readout.fields(wantedOfInstances));
        instance.devices().forEach(device -> byUuid.put(device.uuid(), readings));
    }

    private static Reading unlessActivity(Quantity quantity, Reading reading) {
        return quantity.kind() == Kind.ACTIVITY ? Absent.NOT_SUPPORTED : reading;
    }

    /// Names the sources of all paces, as each sample is the only word on where values come from.
    private Map<Quantity, String> sources(FoundGpu gpu) {
        var sources = new EnumMap<Quantity, String>(Quantity.class);
        name(gpu.entity(), DcgmFieldTable.OF_GPU, sources);
        gpu.instances().forEach(instance -> name(instance.entity(), DcgmFieldTable.OF_INSTANCE, sources));
        return sources;
    }

    private void name(Entity entity, List<Source> candidates, Map<Quantity, String> sources) {
        for (var source : candidates) {
            if (watches.refusal(entity, source.field()).isEmpty()) {
                sources.put(source.quantity(), source.name());
            }
        }
    }
}
