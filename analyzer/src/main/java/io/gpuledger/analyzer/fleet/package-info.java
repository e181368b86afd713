/// Finds which GPUs there are and should be, on which nodes, and what a cluster says of them. The code is pure: it has
/// no I/O, no clock and no threads.
@NullMarked
package io.gpuledger.analyzer.fleet;

import org.jspecify.annotations.NullMarked;
