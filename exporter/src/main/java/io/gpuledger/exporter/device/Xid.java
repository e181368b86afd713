package io.gpuledger.exporter.device;

import java.time.Instant;

/// An XID is an error that the driver reported for a GPU, by NVIDIA's number for it.
public record Xid(String uuid, int number, Instant at) implements DeviceEvent {}
