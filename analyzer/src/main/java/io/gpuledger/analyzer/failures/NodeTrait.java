package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// Some GPUs of a node had the same value of a trait for a time.
///
/// @param model of these GPUs
/// @param gpus how many they are
public record NodeTrait(OfNode node, Optional<String> model, Trait trait, String value, int gpus, Span span) {}
