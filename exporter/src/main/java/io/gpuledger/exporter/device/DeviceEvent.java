package io.gpuledger.exporter.device;

import java.time.Instant;

/// Something that the driver reported for a GPU, as it happened.
public sealed interface DeviceEvent permits Xid, Incident {
    /// The GPU's.
    String uuid();

    Instant at();
}
