/// Finds what it has cost to pack pods onto few nodes, and to spread them over many: GPUs that were stranded, and work
/// that failures took along.
@NullMarked
package io.gpuledger.analyzer.placement;

import org.jspecify.annotations.NullMarked;
