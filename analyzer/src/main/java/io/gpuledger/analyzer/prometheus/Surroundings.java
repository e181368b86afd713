package io.gpuledger.analyzer.prometheus;

import java.util.function.BooleanSupplier;

/// What the follower asks of the rest of the analyzer, and tells it.
///
/// @param isBehind whether so much waits to be written that the past has to wait
/// @param areBooksKept whether all that was written is in the books
/// @param filled hears that the past is read, and in the books
public record Surroundings(BooleanSupplier isBehind, BooleanSupplier areBooksKept, Runnable filled) {}
