/// Which GPUs there are and should be, on which nodes, and what a cluster says of them. Pure: no I/O, no clock, no
/// threads.
@NullMarked
package io.gpuledger.analyzer.fleet;

import org.jspecify.annotations.NullMarked;
