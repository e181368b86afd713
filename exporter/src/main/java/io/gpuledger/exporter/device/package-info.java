/// The vocabulary: what a device is, what can be read from it, and who reads it.
@NullMarked
package io.gpuledger.exporter.device;

import org.jspecify.annotations.NullMarked;
