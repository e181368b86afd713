/// Two backends that reach the same devices appear as one.
@NullMarked
package io.gpuledger.exporter.device.layered;

import org.jspecify.annotations.NullMarked;
