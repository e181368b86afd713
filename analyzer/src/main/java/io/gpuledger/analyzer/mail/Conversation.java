package io.gpuledger.analyzer.mail;

import java.io.IOException;

/// One after another, letters are handed over.
interface Conversation extends AutoCloseable {
    /// Is asked before the last line of a letter is sent, from when on the other side may have it.
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
