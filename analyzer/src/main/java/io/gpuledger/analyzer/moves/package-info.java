/// Finds which pods would have to go to other nodes so that one that waits, or a size that is asked for, has room; and
/// how much room there would be if pods stood closer.
///
/// Pure: no I/O, no clock, no threads. What it finds is a proposal: nothing here moves a pod.
@NullMarked
package io.gpuledger.analyzer.moves;

import org.jspecify.annotations.NullMarked;
