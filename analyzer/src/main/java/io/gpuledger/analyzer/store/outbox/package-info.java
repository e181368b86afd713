/// The letters of each week and what became of them, as the database has them.
@NullMarked
package io.gpuledger.analyzer.store.outbox;

import org.jspecify.annotations.NullMarked;
