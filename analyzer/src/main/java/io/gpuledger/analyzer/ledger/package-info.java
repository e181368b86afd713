/// The formulas of the books: facts in, entries out. No I/O, no clock, no threads.
@NullMarked
package io.gpuledger.analyzer.ledger;

import org.jspecify.annotations.NullMarked;
