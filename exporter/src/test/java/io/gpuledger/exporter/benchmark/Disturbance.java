package io.gpuledger.exporter.benchmark;

import java.io.IOException;

/// Something that an exporter has to live with. Done again and again during a soak, and different each time.
interface Disturbance {
    /// Throws when the exporter does not take it as it should.
    void disturb() throws IOException, InterruptedException;
}
