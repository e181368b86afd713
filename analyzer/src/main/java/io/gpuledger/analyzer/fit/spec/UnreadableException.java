package io.gpuledger.analyzer.fit.spec;

import java.io.Serial;

/// Says in words why something is not what it has to be. It does not leave this package.
final class UnreadableException extends Exception {
    @Serial
    private static final long serialVersionUID = 1;

    UnreadableException(String why) {
        super(why);
    }

    String why() {
        return String.valueOf(getMessage());
    }
}
