/// NVIDIA's management library: transcript, session, readings, events.
@NullMarked
package io.gpuledger.exporter.device.nvml;

import org.jspecify.annotations.NullMarked;
