package io.gpuledger.simulator.script;

import java.io.Serial;
import java.util.List;

/// A script that says what cannot be; the message has a line for each problem.
public final class BadScriptException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1;

    BadScriptException(List<String> problems) {
        super(String.join("\n", problems));
    }
}
