/// All that a batch of GPUs needs to be booked goes in, entries come out. Pure: no I/O, no clock, no threads.
@NullMarked
package io.gpuledger.analyzer.booking;

import org.jspecify.annotations.NullMarked;
