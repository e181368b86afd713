/// The database itself: connections, statements, copying, and the making of tables.
@NullMarked
package io.gpuledger.analyzer.store.postgres;

import org.jspecify.annotations.NullMarked;
