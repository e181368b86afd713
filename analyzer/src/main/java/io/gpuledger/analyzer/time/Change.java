package io.gpuledger.analyzer.time;

import java.util.Optional;

/// From an instant on it was so.
///
/// @param since milliseconds since 1970
/// @param value nothing where there was none any more
public record Change<T>(long since, Optional<T> value) {}
