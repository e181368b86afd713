package io.gpuledger.exporter.device;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A way to the devices of this node. Every call may block for as long as the driver does, unless it says otherwise.
public interface Backend extends AutoCloseable {
    /// A GPU as a scan found it, with the instances of then. Read by one thread at a time.
    interface Gpu {
        Device device();

        /// Reads every quantity of these paces that a backend can name, absent ones with their reason.
        Sample read(Set<Pace> paces);
    }

    /// The GPUs that answer now. None is an answer too; a driver that cannot be asked is a [BackendException].
    List<Gpu> scan();

    /// Waits for the next event; empty when none came in time.
    Optional<DeviceEvent> awaitEvent(Duration timeout) throws InterruptedException;

    /// How it stands at the moment with each library that it asks. Never blocks.
    List<BackendState> states();

    /// The fields that are to be read beside the quantities from now on, by DCGM's numbers. Never blocks.
    default void want(Set<Integer> fields) {}

    @Override
    void close();
}
