/// Keeps the books: entries, their sums, what is settled, and what is to be booked again.
@NullMarked
package io.gpuledger.analyzer.store.entries;

import org.jspecify.annotations.NullMarked;
