package io.gpuledger.analyzer.web.gate;

import io.gpuledger.analyzer.access.Viewer;

/// What comes of what a request says of who asks.
sealed interface Arrival {
    /// It is so, or nobody is asked.
    ///
    /// @param isBySession whether his browser says it by itself, whoever has it ask
    record Known(Viewer viewer, boolean isBySession) implements Arrival {}

    /// He has not said it, or it is not so.
    ///
    /// @param tried what he said, in words; empty where he said nothing
    record Unknown(String tried) implements Arrival {
        boolean isTried() {
            return !tried.isEmpty();
        }
    }

    /// It cannot be found out now: that is no yes.
    record Unsaid(String why) implements Arrival {}
}
