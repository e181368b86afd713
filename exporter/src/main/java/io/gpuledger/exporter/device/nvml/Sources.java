package io.gpuledger.exporter.device.nvml;

import io.gpuledger.exporter.device.Quantity;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// This remembers where each quantity of a GPU last came from. That hardly ever changes, so what is handed out is made
/// anew only then.
final class Sources {
    private final EnumMap<Quantity, String> latest = new EnumMap<>(Quantity.class);
    private Map<Quantity, String> shown = Map.of();
    private boolean changed;

    void gave(Quantity quantity, String source) {
        changed |= !source.equals(latest.put(quantity, source));
    }

    Map<Quantity, String> shown() {
        if (changed) {
            shown = Collections.unmodifiableMap(new EnumMap<>(latest));
            changed = false;
        }
        return shown;
    }
}
