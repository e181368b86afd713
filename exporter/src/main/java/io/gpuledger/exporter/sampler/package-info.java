/// Owns the clock and the device threads: reads each GPU once a cycle, integrates, publishes a snapshot.
@NullMarked
package io.gpuledger.exporter.sampler;

import org.jspecify.annotations.NullMarked;
