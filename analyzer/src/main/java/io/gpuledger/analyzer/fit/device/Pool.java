package io.gpuledger.analyzer.fit.device;

import java.util.List;

/// The devices of a pool that can be had from somewhere, by the newest of its slices.
///
/// @param name its driver, a slash, and its name
/// @param slices how many slices they were told by
/// @param isComplete whether these are all slices of it
/// @param isUnread whether some of its devices are not known here
public record Pool(String name, List<Device> devices, int slices, boolean isComplete, boolean isUnread) {
    public Pool {
        devices = List.copyOf(devices);
    }

    /// Says whether two of its devices have the same name, so that the scheduler takes none of it.
    boolean isInvalid() {
        return devices.stream().map(Device::id).distinct().count() < devices.size();
    }
}
