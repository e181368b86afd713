/// Says what is free and of no use to anybody: how much of what a node has left the pods that usually come here could
/// have.
///
/// Pure: no I/O, no clock, no threads.
@NullMarked
package io.gpuledger.analyzer.stranded;

import org.jspecify.annotations.NullMarked;
