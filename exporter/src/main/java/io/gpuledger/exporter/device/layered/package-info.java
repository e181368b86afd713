/// Two ways to the same devices, as one.
@NullMarked
package io.gpuledger.exporter.device.layered;

import org.jspecify.annotations.NullMarked;
