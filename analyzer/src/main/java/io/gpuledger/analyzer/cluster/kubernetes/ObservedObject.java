package io.gpuledger.analyzer.cluster.kubernetes;

import io.gpuledger.analyzer.cluster.Instants;
import io.gpuledger.analyzer.telemetry.ObjectId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// An object as the API server has it.
///
/// @param since of attributes that say themselves since when they are so, in milliseconds since 1970
/// @param owner who made it, where that is to be asked for
record ObservedObject(
        ObjectId object,
        SortedMap<String, String> attributes,
        Map<String, Long> since,
        Optional<OwnerReference> owner) {
    /// Names a controller in the namespace of what it owns.
    record OwnerReference(String apiVersion, String kind, String name) {}

    /// Collects the attributes of an object before they become an [ObservedObject].
    static final class Draft {
        private final SortedMap<String, String> attributes = new TreeMap<>();
        private final Map<String, Long> since = new TreeMap<>();

        /// Sets an attribute, unless it has no value.
        Draft put(String attribute, @Nullable Object value) {
            if (value != null && !value.toString().isEmpty()) {
                attributes.put(attribute.intern(), value.toString());
            }
            return this;
        }

        /// An empty one is a value, too.
        Draft putAlso(String attribute, @Nullable String value) {
            attributes.put(attribute, value == null ? "" : value);
            return this;
        }

        Draft moment(String attribute, @Nullable String time) {
            millis(time).ifPresent(millis -> put(attribute, Instant.ofEpochMilli(millis)));
            return this;
        }

        /// Notes since when an attribute is what it is, if the object has it.
        Draft since(String attribute, @Nullable String time) {
            if (attributes.containsKey(attribute)) {
                millis(time).ifPresent(millis -> since.put(attribute, millis));
            }
            return this;
        }

        ObservedObject of(ObjectId object) {
            return of(object, Optional.empty());
        }

        ObservedObject of(ObjectId object, Optional<OwnerReference> owner) {
            return new ObservedObject(object, attributes, since, owner);
        }
    }

    static Optional<Long> millis(@Nullable String time) {
        return Optional.ofNullable(time).flatMap(Instants::millis);
    }
}
