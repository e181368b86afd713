package io.gpuledger.analyzer.fit.device;

import io.gpuledger.analyzer.fit.device.Datum.Fields;
import io.gpuledger.analyzer.fit.device.Datum.Text;
import java.util.Optional;
import java.util.SortedMap;

/// A device as an expression sees it. Nothing is copied: it is looked into as far as the expression does.
sealed interface DeviceFields extends Fields {
    record OfDevice(Device device) implements DeviceFields {
        @Override
        public Optional<Datum> find(String name) {
            return switch (name) {
                case "driver" -> Optional.of(new Text(device.driver()));
                case "attributes" -> Optional.of(new ByDomain(device.attributes(), device.driver()));
                case "capacity" -> Optional.of(new ByDomain(device.capacity(), device.driver()));
                default -> Optional.empty();
            };
        }
    }

    /// Attributes or capacities by their domains. A domain that is not there has no fields, and is no fault.
    record ByDomain(SortedMap<String, Datum> values, String driver) implements DeviceFields {
        @Override
        public Optional<Datum> find(String domain) {
            return Optional.of(new OfDomain(values, driver, domain));
        }

        @Override
        public boolean has(String domain) {
            return values.keySet().stream()
                    .anyMatch(name -> name.indexOf('/') < 0
                            ? domain.equals(driver)
                            : name.substring(0, name.indexOf('/')).equals(domain));
        }
    }

    record OfDomain(SortedMap<String, Datum> values, String driver, String domain) implements DeviceFields {
        @Override
        public Optional<Datum> find(String name) {
            return (domain.equals(driver) ? Optional.ofNullable(values.get(name)) : Optional.<Datum>empty())
                    .or(() -> Optional.ofNullable(values.get(domain + "/" + name)));
        }
    }
}
