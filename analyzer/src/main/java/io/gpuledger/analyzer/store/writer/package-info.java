/// Brings what comes in from the backlog into the database.
@NullMarked
package io.gpuledger.analyzer.store.writer;

import org.jspecify.annotations.NullMarked;
