package io.gpuledger.analyzer.store.gpus;

import java.util.OptionalDouble;

/// What the readings of a unit come to in a piece of time. What was not told is absent.
///
/// @param at the begin of the piece, in milliseconds since 1970
/// @param activity the part of the observed time in which it was active, by the best that was told
/// @param tensor the part of it in which tensor cores were
/// @param memory the most bytes that were in use
/// @param power the mean, in watts
/// @param temperature the highest, in degrees Celsius
public record GpuPoint(
        long at,
        OptionalDouble activity,
        OptionalDouble tensor,
        OptionalDouble memory,
        OptionalDouble power,
        OptionalDouble temperature) {}
