package io.gpuledger.exporter.device;

import java.time.Instant;

/// A driver reports these of a GPU at the moment that they happen.
public sealed interface DeviceEvent permits Xid, Incident {
    String uuid();

    Instant at();
}
