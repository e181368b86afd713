package io.gpuledger.analyzer.prometheus.peer;

import java.io.Serial;

/// A question that was not answered, or not to its end; the message says why.
public final class PeerException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    /// Says what whoever asked can do so that the question is answered after all.
    public enum Remedy {
        /// To ask for less at once: the answer is too large for the server, or takes it too long.
        LESS,
        /// To ask again later: nobody is there, or the server has too much to do.
        LATER,
        /// That somebody changes something: a name, a secret, an address.
        CHANGE
    }

    private final Remedy remedy;

    public PeerException(Remedy remedy, String message) {
        super(message);
        this.remedy = remedy;
    }

    public PeerException(Remedy remedy, String message, Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    public Remedy remedy() {
        return remedy;
    }
}
