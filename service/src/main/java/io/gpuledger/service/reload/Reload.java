package io.gpuledger.service.reload;

import java.io.IOException;

/// Takes what some files now say into force.
@FunctionalInterface
public interface Reload {
    /// Throws, with the reason, where what they say will not do; then what was in force stays so.
    void run() throws IOException;
}
