package io.gpuledger.simulator.fleet;

import io.gpuledger.exporter.device.simulated.Model.Profile;
import java.util.Optional;

/// What a pod can hold: a GPU, or a MIG device of one.
///
/// @param place among the units of its GPU
public record Unit(Gpu gpu, int place, Optional<Profile> profile) {
    /// Its GPU and its place tell it from all others, and units are looked up often.
    @Override
    public int hashCode() {
        return gpu.hashCode() + place;
    }

    /// How many of its GPU's compute slices it has: its weight.
    public int slices() {
        return profile.map(Profile::computeSlices).orElse(gpu.computeSlices());
    }

    public int memorySlices() {
        return profile.map(Profile::memorySlices).orElse(gpu.model().memorySlices());
    }

    /// The name of its GPU, and its place there if it is a part.
    public String id() {
        return profile.isPresent() ? gpu.uuid() + "/" + place : gpu.uuid();
    }
}
