/// `gpu-exporter top`: a node's GPUs and who holds them, on a terminal.
@NullMarked
package io.gpuledger.exporter.top;

import org.jspecify.annotations.NullMarked;
