package io.gpuledger.exporter.device;

import java.time.Duration;
import java.util.Optional;

/// A process of this node that has a context on a GPU, with what it takes of it.
///
/// @param pid as the driver sees it: in the node's own namespace
/// @param instance the UUID of the MIG instance that it runs on
/// @param readings its memory, where the driver tells it
/// @param busy for how long it has kept the GPU busy, as far as the driver has sampled it and since that is asked for;
/// it starts from zero when the driver does. Nothing where no sample of it has been seen
public record DeviceProcess(int pid, Kind kind, Optional<String> instance, Readings readings, Optional<Duration> busy) {
    public enum Kind {
        COMPUTE,
        GRAPHICS,
        /// A client of the multi-process service.
        MPS
    }
}
