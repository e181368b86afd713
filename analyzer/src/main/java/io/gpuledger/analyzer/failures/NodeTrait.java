package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;

/// What some GPUs of a node had in common for a time.
///
/// @param model of these GPUs
/// @param gpus how many they are
public record NodeTrait(OfNode node, String model, Trait trait, String value, int gpus, Span span) {}
