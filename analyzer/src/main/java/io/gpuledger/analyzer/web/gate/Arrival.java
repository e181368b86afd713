package io.gpuledger.analyzer.web.gate;

import io.gpuledger.analyzer.access.Viewer;

/// Says who asks, as far as the request shows it.
sealed interface Arrival {
    /// It is known who asks, or nobody has to say it.
    ///
    /// @param isBySession whether his browser says it by itself, whoever has it ask
    record Known(Viewer viewer, boolean isBySession) implements Arrival {}

    /// He has not said who he is, or it is not so.
    ///
    /// @param tried what he said, in words; empty where he said nothing
    record Unknown(String tried) implements Arrival {
        boolean isTried() {
            return !tried.isEmpty();
        }
    }

    /// It cannot be found out now, which lets nobody in.
    record Unsaid(String why) implements Arrival {}
}
