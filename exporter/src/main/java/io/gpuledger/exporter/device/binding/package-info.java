/// How a shared library is loaded and bound to the native methods of its transcript, and when to try again.
@NullMarked
package io.gpuledger.exporter.device.binding;

import org.jspecify.annotations.NullMarked;
