/// Scripted devices that behave as NVML's do: shipped, for demonstrations, tests and nodes without a GPU.
@NullMarked
package io.gpuledger.exporter.device.simulated;

import org.jspecify.annotations.NullMarked;
