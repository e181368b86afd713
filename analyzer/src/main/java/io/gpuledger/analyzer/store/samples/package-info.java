/// Writes what was told of units in bulk, and reads it back for the books.
@NullMarked
package io.gpuledger.analyzer.store.samples;

import org.jspecify.annotations.NullMarked;
