/// Findings in the database: those that are open, those that are over, and who wants not to be told of some.
@NullMarked
package io.gpuledger.analyzer.store.findings;

import org.jspecify.annotations.NullMarked;
