package io.gpuledger.analyzer.scrape.discovery;

import java.util.List;

/// A way to find targets.
public interface Discovery extends AutoCloseable {
    /// Hears of what a discovery finds.
    @FunctionalInterface
    interface Listener {
        /// All that it knows of now, each time that changes. Where it cannot look, it says nothing, and what it found
        /// before stands.
        ///
        /// @param isComplete whether all places that it looks at have answered since the start
        void found(List<FoundTarget> all, boolean isComplete);
    }

    /// Returns the word that its targets are put down to: `static`, `file`, `http`, `kubernetes`.
    String pool();

    /// Returns once it has looked for the first time, or has tried to.
    void start(Listener listener);

    @Override
    void close();
}
