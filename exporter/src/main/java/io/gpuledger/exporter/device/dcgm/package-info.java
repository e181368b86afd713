/// The backend that asks NVIDIA's DCGM, embedded in this process or as a service beside it.
@NullMarked
package io.gpuledger.exporter.device.dcgm;

import org.jspecify.annotations.NullMarked;
