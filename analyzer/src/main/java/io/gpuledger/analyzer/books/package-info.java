/// Keeps the books: it finds out which hours of which GPUs are to be booked, reads what is stored of them, and decides
/// when they are settled.
@NullMarked
package io.gpuledger.analyzer.books;

import org.jspecify.annotations.NullMarked;
