/// Answers how pods came from being made to being ready, and what keeps those that wait, from what was told of them.
@NullMarked
package io.gpuledger.analyzer.store.pods;

import org.jspecify.annotations.NullMarked;
