package io.gpuledger.exporter.attribution.apiserver;

import io.gpuledger.exporter.attribution.apiserver.Slice.Pool;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A `ResourceSlice`, as far as devices can be told by it.
final class SliceDraft implements WatchedKind.Draft<Slice> {
    static final WatchedKind<Slice> RESOURCE_SLICES = new WatchedKind<>(
            List.of(
                    "/apis/resource.k8s.io/v1/resourceslices",
                    "/apis/resource.k8s.io/v1beta2/resourceslices",
                    "/apis/resource.k8s.io/v1beta1/resourceslices"),
            "resourceslices of the API group resource.k8s.io",
            1000,
            SliceDraft::new);

    /// The API server allows 128.
    private static final int MOST_DEVICES = 1024;

    private static final Set<String> WANTED = Set.of("uuid", "type", "parentUUID", "profile");

    private final Map<String, PublishedDevice> devices = new HashMap<>();
    private String driver = "";
    private String pool = "";
    private long generation;

    @Override
    public boolean read(String field, Json value) throws IOException {
        return field.equals("spec") && value.object(this::readSpec);
    }

    private boolean readSpec(String field, Json value) throws IOException {
        switch (field) {
            case "driver" -> driver = value.text().orElse("");
            case "pool" -> value.object(this::readPool);
            case "devices" -> value.array(this::readDevice);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean readPool(String field, Json value) throws IOException {
        switch (field) {
            case "name" -> pool = value.text().orElse("");
            case "generation" -> generation = value.number();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void readDevice(Json json) throws IOException {
        var device = new Device();
        json.object(device::read);
        if (!device.name.isEmpty() && devices.size() < MOST_DEVICES) {
            devices.put(device.name, device.published());
        }
    }

    private static final class Device {
        String name = "";
        final Map<String, String> attributes = new HashMap<>();

        /// `basic` is what v1beta1 has between a device and its attributes.
        boolean read(String field, Json value) throws IOException {
            switch (field) {
                case "name" -> name = value.text().orElse("");
                case "basic" -> value.object(this::read);
                case "attributes" -> value.object(this::readAttribute);
                default -> {
                    return false;
                }
            }
            return true;
        }

        /// A value may have one of several types, of which only text is wanted. A name may have its driver's domain
        /// before it.
        private boolean readAttribute(String attribute, Json value) throws IOException {
            var plain = attribute.substring(attribute.indexOf('/') + 1);
            return WANTED.contains(plain) && value.object((type, text) -> type.equals("string") && keep(plain, text));
        }

        private boolean keep(String attribute, Json text) throws IOException {
            text.text().ifPresent(known -> attributes.put(attribute, known));
            return true;
        }

        PublishedDevice published() {
            return new PublishedDevice(known("uuid"), known("type"), known("parentUUID"), known("profile"));
        }

        private Optional<String> known(String attribute) {
            return Optional.ofNullable(attributes.get(attribute));
        }
    }

    @Override
    public Optional<Slice> finished(Metadata metadata) {
        return driver.isEmpty() || pool.isEmpty()
                ? Optional.empty()
                : Optional.of(new Slice(new Pool(driver, pool), generation, devices));
    }
}
