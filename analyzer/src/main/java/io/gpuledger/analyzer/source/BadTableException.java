package io.gpuledger.analyzer.source;

import java.io.Serial;
import java.util.List;

/// A table that cannot be understood; the message tells all that is wrong with it.
final class BadTableException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1;

    BadTableException(List<String> problems) {
        super(String.join("; ", problems));
    }
}
