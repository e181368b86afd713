package io.gpuledger.analyzer.telemetry;

import java.util.Optional;
import java.util.OptionalDouble;

/// Who holds a unit, where a test cares for nothing but that.
public final class Holdings {
    private Holdings() {}

    /// Returns that the only container of a pod has a unit for itself.
    public static Holding exclusive(String namespace, String pod) {
        return exclusive(new Holder(namespace, pod, "main", Optional.empty()));
    }

    /// Returns that a holder has a unit for itself alone.
    public static Holding exclusive(Holder holder) {
        return new Holding(
                holder,
                Optional.of(new Holding.Share(1, 1, "exclusive")),
                OptionalDouble.empty(),
                OptionalDouble.empty());
    }
}
