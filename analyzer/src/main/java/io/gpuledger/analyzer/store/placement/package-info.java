/// Answers what packing and spreading have cost, from the books and from what was told of pods and of failures.
@NullMarked
package io.gpuledger.analyzer.store.placement;

import org.jspecify.annotations.NullMarked;
