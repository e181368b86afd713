/// Talks to the database: connects, sends statements, copies rows, and makes the tables and their days.
@NullMarked
package io.gpuledger.analyzer.store.postgres;

import org.jspecify.annotations.NullMarked;
