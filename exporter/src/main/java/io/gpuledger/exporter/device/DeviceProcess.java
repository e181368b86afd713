package io.gpuledger.exporter.device;

import java.util.Optional;

/// A process of this node that has a context on a GPU, with what it takes of it.
///
/// @param pid as the driver sees it: in the node's own namespace
/// @param instance the UUID of the MIG instance that it runs on
/// @param readings memory, and the utilizations, where the driver tells them apart by process
public record DeviceProcess(int pid, Kind kind, Optional<String> instance, Readings readings) {
    public enum Kind {
        COMPUTE,
        GRAPHICS,
        /// A client of the multi-process service.
        MPS
    }
}
