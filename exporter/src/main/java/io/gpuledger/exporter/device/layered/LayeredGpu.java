package io.gpuledger.exporter.device.layered;

import io.gpuledger.exporter.device.Backend.Gpu;
import io.gpuledger.exporter.device.BackendException;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// This is one GPU as two backends see it.
record LayeredGpu(Gpu first, Gpu second) implements Gpu {
    @Override
    public Device device() {
        return first.device();
    }

    @Override
    public Sample read(Set<Pace> paces) {
        var above = first.read(paces);
        return below(paces).map(below -> joined(above, below)).orElse(above);
    }

    /// Returns what the second backend has. Where it has nothing at the moment, that takes nothing from what the first
    /// has.
    private Optional<Sample> below(Set<Pace> paces) {
        try {
            return Optional.of(second.read(paces));
        } catch (BackendException _) {
            return Optional.empty();
        }
    }

    private static Sample joined(Sample above, Sample below) {
        var instances = new HashMap<>(above.instances());
        instances.replaceAll(
                (uuid, readings) -> joined(readings, below.instances().getOrDefault(uuid, Readings.NONE)));
        return new Sample(
                joined(above.gpu(), below.gpu()),
                instances,
                above.parts().isEmpty() ? below.parts() : above.parts(),
                above.processes().isEmpty() ? below.processes() : above.processes(),
                sources(above, below));
    }

    private static Readings joined(Readings above, Readings below) {
        var all = new EnumMap<Quantity, Reading>(Quantity.class);
        all.putAll(above.asked());
        below.asked().forEach((quantity, reading) -> all.merge(quantity, reading, LayeredGpu::better));
        return Readings.of(all, above.fields().or(below.fields()));
    }

    private static Reading better(Reading above, Reading below) {
        return above instanceof Reading.Absent && below instanceof Reading.Value ? below : above;
    }

    /// Names for each quantity the source of the backend whose value stands: that is the first one's, where it has any.
    private static Map<Quantity, String> sources(Sample above, Sample below) {
        var sources = new EnumMap<Quantity, String>(Quantity.class);
        sources.putAll(below.sources());
        sources.putAll(above.sources());
        return sources;
    }
}
