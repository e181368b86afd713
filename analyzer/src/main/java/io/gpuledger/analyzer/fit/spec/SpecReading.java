package io.gpuledger.analyzer.fit.spec;

import io.gpuledger.analyzer.fit.Ask;
import java.util.List;

/// Says what came of reading a pod's spec: an ask, or why there is none.
public sealed interface SpecReading {
    /// It says what the pod needs.
    record Known(Ask ask) implements SpecReading {}

    /// It cannot be told what the pod needs.
    ///
    /// @param why each in words that may be shown to people
    record Unknown(List<String> why) implements SpecReading {
        public Unknown {
            why = List.copyOf(why);
        }
    }

    /// Only some of what the pod needs is known. What it is refused for by this, it is refused for by the whole; that
    /// it fits by this says little.
    ///
    /// @param ask what is known; of all else it asks for nothing, and it minds nothing
    /// @param missing what is not known, in words that may be shown to people
    record Partial(Ask ask, String missing) implements SpecReading {}
}
