/// Keeps the books: which hours of which GPUs are to be booked, with what is known of them, and when they are settled.
@NullMarked
package io.gpuledger.analyzer.books;

import org.jspecify.annotations.NullMarked;
