package io.gpuledger.analyzer.fit.device;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A device of a pool.
///
/// @param id its driver, its pool and its name, with slashes between them
/// @param attributes by their names as the driver writes them: those without a domain are of the driver's
/// @param isSpecial whether it says more of itself than is looked at here, as taints, so that nobody can tell
///     who may have it
public record Device(
        String id,
        String driver,
        SortedMap<String, Datum> attributes,
        SortedMap<String, Datum> capacity,
        boolean isSpecial) {
    public Device {
        attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
        capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    }

    public static String id(String driver, String pool, String name) {
        return driver + "/" + pool + "/" + name;
    }

    /// Returns an attribute by its name with a domain, as a constraint names it.
    Optional<Datum> attribute(String qualified) {
        return Optional.ofNullable(attributes.get(qualified)).or(() -> {
            var domain = driver + "/";
            return qualified.startsWith(domain)
                    ? Optional.ofNullable(attributes.get(qualified.substring(domain.length())))
                    : Optional.empty();
        });
    }
}
