package io.gpuledger.analyzer.parse;

/// Wants some of the series that a reader meets, and is given the samples of these and of no others. It gives
/// each series a slot when the series is first seen; the reader remembers the slot, so that it seldom asks
/// twice.
public interface SeriesConsumer {
    /// Stands in place of a slot for a series that is not wanted. The samples of a series that nobody wants are
    /// counted, and their values are not even read.
    int IGNORED = -1;

    /// Returns the slot of a series, which is from 0 to [SeriesRouter#SLOT_MAX], or [#IGNORED].
    int slot(String name, Labels labels);

    /// Returns whether the end of the series in this slot is to be told as a sample, too.
    default boolean wantsEnd(int slot) {
        return false;
    }

    /// Hears that the reader has forgotten all series, since too many of them are gone. The reader asks for
    /// each of them again, and the slots given until now come no more.
    default void forget() {}
}
