package io.gpuledger.analyzer.mail;

/// The result of handing a letter over.
sealed interface Outcome {
    /// Returns what the other side said, or what went wrong, in one line.
    String words();

    /// The other side has it, and answers for it.
    record Taken(String words) implements Outcome {}

    /// The other side does not have it, and may take it later.
    record NotNow(String words) implements Outcome {}

    /// The other side will never take it.
    ///
    /// @param isAddress whether it is the address that it refuses, and not this letter
    record Refused(String words, boolean isAddress) implements Outcome {}

    /// The other side may have it, as nobody heard its answer to the whole letter.
    record Uncertain(String words) implements Outcome {}

    /// It was not handed over, as it is no longer ours to.
    record HeldBack(String words) implements Outcome {}
}
