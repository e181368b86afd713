package io.gpuledger.exporter.device.simulated;

import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Device.Instance;
import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Part;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Sample;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A probe answers for a GPU at an instant.
interface Probe {
    Set<Quantity> OF_A_LINK = EnumSet.of(Quantity.NVLINK_UP);

    Reading gpu(Quantity quantity);

    Reading instance(Instance instance, Quantity quantity);

    Reading link(int number);

    /// Answers every question alike, for a GPU that nothing can be read of.
    record Silent(Absent reason) implements Probe {
        @Override
        public Reading gpu(Quantity quantity) {
            return reason;
        }

        @Override
        public Reading instance(Instance instance, Quantity quantity) {
            return reason;
        }

        @Override
        public Reading link(int number) {
            return reason;
        }
    }

    /// Asks for everything of these paces.
    ///
    /// @param known the GPU as it was when it was scanned: its instances of then are asked for
    default Sample sample(Device known, int links, Set<Pace> paces) {
        Map<String, Readings> instances = known.mig().map(Device.Mig::instances).orElse(List.of()).stream()
                .collect(Collectors.toMap(
                        Instance::uuid,
                        instance ->
                                readings(Quantities.OF_AN_INSTANCE, paces, quantity -> instance(instance, quantity))));
        SortedMap<Part, Readings> byLink = new TreeMap<>();
        for (int number = 0; number < links && paces.contains(Quantity.NVLINK_UP.pace()); number++) {
            Reading state = link(number);
            byLink.put(new Part(Part.Kind.NVLINK, number), readings(OF_A_LINK, paces, _ -> state));
        }
        return Sample.of(readings(Quantities.OF_A_GPU, paces, this::gpu), instances, byLink);
    }

    private static Readings readings(Collection<Quantity> all, Set<Pace> paces, Function<Quantity, Reading> ask) {
        var readings = new EnumMap<Quantity, Reading>(Quantity.class);
        for (Quantity quantity : all) {
            if (paces.contains(quantity.pace())) {
                readings.put(quantity, ask.apply(quantity));
            }
        }
        return Readings.of(readings);
    }
}
