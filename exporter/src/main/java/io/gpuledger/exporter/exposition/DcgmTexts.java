package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.counters.Field;
import io.gpuledger.exporter.device.Device;
import io.gpuledger.exporter.device.Readings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// The texts behind DCGM's fields, which stand in labels.
final class DcgmTexts {
    /// Fields stand here by their name in common use.
    private static final Map<String, Function<Device, Optional<String>>> BY_FIELD = Map.of(
            "DCGM_FI_DRIVER_VERSION", device -> Optional.of(device.platform().driverVersion()),
            "DCGM_FI_DEV_NAME", device -> Optional.of(device.model()),
            "DCGM_FI_DEV_UUID", device -> Optional.of(device.uuid()),
            "DCGM_FI_DEV_PCI_BUSID", device -> Optional.of(device.pciBusId()),
            "DCGM_FI_DEV_SERIAL", Device::serial,
            "DCGM_FI_DEV_VBIOS_VERSION", device -> device.platform().vbios());

    private DcgmTexts() {}

    /// Returns nothing where no backend gives the field, or this device does not.
    static Optional<String> of(Field field, Device device, Readings readings) {
        return Optional.ofNullable(BY_FIELD.get(field.name()))
                .flatMap(text -> text.apply(device))
                .or(() -> field.id().isPresent()
                        ? readings.fields().text(field.id().getAsInt())
                        : Optional.empty());
    }

    static Set<String> fields() {
        return BY_FIELD.keySet();
    }
}
