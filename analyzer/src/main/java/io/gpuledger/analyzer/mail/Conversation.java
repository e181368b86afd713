package io.gpuledger.analyzer.mail;

import java.io.IOException;

/// A connection over which letters are handed over, one after another.
interface Conversation extends AutoCloseable {
    /// Decides whether the last line of a letter may be sent. From then on the other side may have the letter.
    @FunctionalInterface
    interface LastWord {
        /// Whether the letter may go. Throws where that cannot be found out.
        boolean mayGo() throws IOException;
    }

    /// Hands a letter over. Whatever goes wrong is an outcome.
    Outcome hand(Parcel parcel, LastWord lastWord);

    /// Whether another letter may be handed over.
    boolean isOpen();

    @Override
    void close();
}
