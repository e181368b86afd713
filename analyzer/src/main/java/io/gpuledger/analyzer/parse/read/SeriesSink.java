package io.gpuledger.analyzer.parse.read;

import io.gpuledger.analyzer.parse.Labels;

/// Takes what a server tells of the past, series by series.
public interface SeriesSink {
    /// Hears that a series begins: the samples that follow are of it. Pieces of one series that follow each other in
    /// an answer are one; where another series stands between them, it begins again, and so do its times.
    ///
    /// @param labels all but `__name__`, in the order in which the server says them
    /// @return whether the samples are wanted; those of other series are not even decoded
    boolean series(String name, Labels labels);

    /// Adds a sample of the series that began last. Within a series each is later than the one before. The value keeps
    /// its bits, so that [io.gpuledger.analyzer.parse.Samples#isEnd] tells the end of a series from other values.
    void sample(long millis, double value);

    /// Counts samples of native histograms in a series that is wanted, which are passed over. Those before and after
    /// the range may be among them.
    default void histograms(int count) {}

    /// Hears that a series is passed over as it has no name, or labels that are too many, too long or no plain text.
    default void passedOver(String why) {}
}
