package io.gpuledger.exporter.device;

import java.util.Map;
import java.util.SortedMap;

/// One GPU, read once.
///
/// @param gpu the readings of the device as a whole
/// @param instances the readings of its MIG instances by their UUID; empty when it is not in MIG mode
/// @param links the readings of its NVLinks by their number; empty when none were asked for or it has none
public record Sample(Readings gpu, Map<String, Readings> instances, SortedMap<Integer, Readings> links) {}
