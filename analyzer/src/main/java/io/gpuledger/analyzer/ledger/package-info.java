/// The formulas of the books, which make entries from facts. Nothing here does I/O, reads a clock or starts a thread.
@NullMarked
package io.gpuledger.analyzer.ledger;

import org.jspecify.annotations.NullMarked;
