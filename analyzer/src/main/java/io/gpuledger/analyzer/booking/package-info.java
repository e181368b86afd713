/// Books a batch of GPUs: all that is needed to book it goes in, and entries come out. The code is pure: it has no I/O,
/// no clock and no threads.
@NullMarked
package io.gpuledger.analyzer.booking;

import org.jspecify.annotations.NullMarked;
