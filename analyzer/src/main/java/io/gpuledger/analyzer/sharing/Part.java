package io.gpuledger.analyzer.sharing;

import io.gpuledger.analyzer.telemetry.Holder;
import java.util.OptionalDouble;

/// A part of a GPU that was given to a holder.
///
/// @param size how large it is; the whole GPU is 1. It is absent where nothing bounds it
record Part(Holder holder, OptionalDouble size) {}
