package io.gpuledger.exporter.device;

import java.time.Duration;

/// Whatever holds on to the driver can let go of it for a while, so that a GPU can be reset or unbound.
public interface Releasable {
    /// Lets go for so long; false when a call that has not come back is in the way.
    boolean release(Duration time);

    /// Takes it again before that.
    void resume();
}
