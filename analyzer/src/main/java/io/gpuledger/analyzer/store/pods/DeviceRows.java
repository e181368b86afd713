package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.WaitingPod;
import io.gpuledger.analyzer.fit.DeviceClaim;
import io.gpuledger.analyzer.fit.Devices;
import io.gpuledger.analyzer.fit.Slice;
import io.gpuledger.analyzer.fit.spec.DeviceReader;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Reads what was told of a cluster's devices and of the claims on them by an instant: where somebody waits who
/// claims devices.
final class DeviceRows {
    private final FactRows facts;

    DeviceRows(FactRows facts) {
        this.facts = facts;
    }

    /// Returns nothing where nobody tells of devices: a driver has a class at least, or a slice.
    ///
    /// @param pods those that wait
    Optional<Devices> devices(List<WaitingPod> pods) throws DatabaseException {
        if (pods.stream().noneMatch(DeviceRows::claims)) {
            return Optional.empty();
        }
        var told = facts.told(List.of(Kind.RESOURCE_CLAIM, Kind.DEVICE_CLASS, Kind.RESOURCE_SLICE));
        var claims = new TreeMap<String, DeviceClaim>();
        told.getOrDefault(Kind.RESOURCE_CLAIM, List.of())
                .forEach(one -> claims.put(one.namespace() + "/" + one.name(), DeviceReader.claim(one.attributes())));
        var classes = new TreeMap<String, Optional<List<String>>>();
        told.getOrDefault(Kind.DEVICE_CLASS, List.of())
                .forEach(one -> classes.put(one.name(), DeviceReader.deviceClass(one.attributes())));
        var slices = new ArrayList<Slice>();
        told.getOrDefault(Kind.RESOURCE_SLICE, List.of())
                .forEach(one -> slices.add(DeviceReader.slice(one.attributes())));
        return classes.isEmpty() && slices.isEmpty()
                ? Optional.empty()
                : Optional.of(new Devices(claims, classes, slices));
    }

    private static boolean claims(WaitingPod pod) {
        return pod.need() instanceof Known(var ask) && !ask.devices().isEmpty();
    }
}
