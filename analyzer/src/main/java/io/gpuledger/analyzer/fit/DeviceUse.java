package io.gpuledger.analyzer.fit;

import java.util.Optional;

/// A pod's use of a claim on devices.
///
/// @param name what the pod calls it, or the claim's name where it names one itself
/// @param claim the name of the claim, in the pod's namespace; nothing where none was made for it yet
public record DeviceUse(String name, Optional<String> claim) {}
