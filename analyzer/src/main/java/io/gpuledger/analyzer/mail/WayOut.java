package io.gpuledger.analyzer.mail;

import java.io.IOException;

/// A place where letters are handed over: a relay, or a folder.
interface WayOut {
    /// Opens it for several letters. Throws with what is wrong, and with what mends it where that is known.
    Conversation open() throws IOException;

    /// Says where it is, for people.
    String place();
}
