package io.gpuledger.analyzer.findings;

import java.time.Instant;
import java.util.function.Supplier;

/// From when on findings that are over are kept. What is there for whoever looks is much, and soon of no use:
/// it is kept for as long as the readings that it was found in.
///
/// @param ofInfo from when on those are kept that nobody has to act on
/// @param ofAll from when on all others are
public record Keeping(Supplier<Instant> ofInfo, Supplier<Instant> ofAll) {
    Instant infoFrom() {
        return ofInfo.get();
    }

    Instant from() {
        return ofAll.get();
    }
}
