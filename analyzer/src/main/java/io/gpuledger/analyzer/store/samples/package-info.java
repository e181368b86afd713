/// The tables of what was told of units: written in bulk, and read back for the books.
@NullMarked
package io.gpuledger.analyzer.store.samples;

import org.jspecify.annotations.NullMarked;
