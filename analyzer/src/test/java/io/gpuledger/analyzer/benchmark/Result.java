package io.gpuledger.analyzer.benchmark;

import java.util.Optional;

/// All that was measured of a contender.
///
/// @param highest empty where nobody wanted to know
record Result(String version, Outcome outcome, Optional<Climb.Highest> highest) {}
