package io.gpuledger.analyzer.time;

import java.util.Optional;

/// The value that something had from an instant on.
///
/// @param since milliseconds since 1970
/// @param value the value, or empty where there was none any more
public record Change<T>(long since, Optional<T> value) {}
