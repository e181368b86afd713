package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.fit.DeviceClaim;
import io.gpuledger.analyzer.fit.Devices;
import io.gpuledger.analyzer.fit.Slice;
import io.gpuledger.analyzer.fit.spec.DeviceReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// What is known of devices of which a test has the objects, as the API server gives them.
public final class ToldDevices {
    private final SortedMap<String, DeviceClaim> claims = new TreeMap<>();
    private final SortedMap<String, Optional<List<String>>> classes = new TreeMap<>();
    private final List<Slice> slices = new ArrayList<>();

    /// Adds an object of whichever kind it is.
    public ToldDevices add(String json) {
        var object = Serialization.unmarshal(json, GenericKubernetesResource.class);
        switch (object.getKind()) {
            case "ResourceClaim" ->
                claims.put(
                        object.getMetadata().getNamespace() + "/"
                                + object.getMetadata().getName(),
                        DeviceReader.claim(
                                DeviceFacts.claim(object, "c").orElseThrow().attributes()));
            case "DeviceClass" ->
                classes.put(
                        object.getMetadata().getName(),
                        DeviceReader.deviceClass(DeviceFacts.deviceClass(object, "c")
                                .orElseThrow()
                                .attributes()));
            case "ResourceSlice" ->
                slices.add(DeviceReader.slice(
                        DeviceFacts.slice(object, "c").orElseThrow().attributes()));
            default -> throw new IllegalArgumentException(object.getKind());
        }
        return this;
    }

    public Devices devices() {
        return new Devices(claims, classes, slices);
    }
}
