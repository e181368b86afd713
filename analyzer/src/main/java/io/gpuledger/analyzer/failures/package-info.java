/// Finds how often hardware fails: by cause, which nodes fail more often than they should, and what failed together.
@NullMarked
package io.gpuledger.analyzer.failures;

import org.jspecify.annotations.NullMarked;
