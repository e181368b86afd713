package io.gpuledger.analyzer.parse;

/// Gives each series a slot when it is first seen; a reader remembers it, so that it seldom asks twice.
public interface Slots {
    /// For series that nobody wants: their samples are counted, and their values not even read.
    int IGNORED = -1;

    /// The slot of a series: 0 or more, or [#IGNORED].
    int slot(String name, Labels labels);

    /// Whether the end of the series of this slot is to be told as a sample, too.
    default boolean wantsEnd(int slot) {
        return false;
    }

    /// The reader has forgotten all series, since too many of them are gone: it asks for each of them again, and the
    /// slots given until now come no more.
    default void forget() {}
}
