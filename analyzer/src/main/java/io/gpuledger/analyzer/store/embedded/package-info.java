/// PostgreSQL as a part of the analyzer, for those who have given it no database.
@NullMarked
package io.gpuledger.analyzer.store.embedded;

import org.jspecify.annotations.NullMarked;
