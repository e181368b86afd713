/// Reads what was told of one GPU, and what stands in the books of it: all that a page about it shows.
@NullMarked
package io.gpuledger.analyzer.store.gpus;

import org.jspecify.annotations.NullMarked;
