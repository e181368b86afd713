package io.gpuledger.exporter.attribution.apiserver;

import java.util.Optional;

/// A device as its DRA driver has published it. A MIG device that is made only when it is claimed has no UUID there.
///
/// @param type `gpu` or `mig`
/// @param parentUuid of the GPU that a MIG device is of
/// @param profile of a MIG device, such as `1g.10gb`
public record PublishedDevice(
        Optional<String> uuid, Optional<String> type, Optional<String> parentUuid, Optional<String> profile) {}
