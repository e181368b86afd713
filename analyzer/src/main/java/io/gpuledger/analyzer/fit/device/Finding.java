package io.gpuledger.analyzer.fit.device;

import java.util.List;

/// Says what came of looking for devices for all claims of a pod at once.
public sealed interface Finding {
    /// They can be had.
    record Found() implements Finding {}

    /// Too few of the devices that a request asks for can be had.
    ///
    /// @param claim the index of the claim among those that were looked at
    /// @param asked how many, and for all, how many there are
    /// @param ofClass how many devices the class of the request selects
    /// @param selected how many of these the request selects
    /// @param free how many of these nobody holds
    /// @param holders the claims that hold the others, some of them
    record TooFew(
            int claim,
            String request,
            String deviceClass,
            Demand.Mode mode,
            long asked,
            int ofClass,
            int selected,
            int free,
            List<String> holders)
            implements Finding {
        public TooFew {
            holders = List.copyOf(holders);
        }
    }

    /// There are enough for each request, and no choice of them does for all of them.
    record NoChoice(int claim) implements Finding {}

    /// The scheduler ends with an error.
    record Failed(int claim, String why) implements Finding {}

    /// Whether there are devices cannot be told, as something is not known or not understood.
    ///
    /// @param mayFail whether the scheduler may end with an error
    record Unclear(int claim, String why, boolean mayFail) implements Finding {
        Unclear(int claim, String why) {
            this(claim, why, false);
        }
    }
}
