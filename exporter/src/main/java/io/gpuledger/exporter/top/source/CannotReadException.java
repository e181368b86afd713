package io.gpuledger.exporter.top.source;

import java.io.Serial;

/// There is no page to be had. The message says why; the remedy, what would help.
public final class CannotReadException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    private final String remedy;

    public CannotReadException(String why, String remedy) {
        super(why);
        this.remedy = remedy;
    }

    public String why() {
        return String.valueOf(getMessage());
    }

    public String remedy() {
        return remedy;
    }
}
