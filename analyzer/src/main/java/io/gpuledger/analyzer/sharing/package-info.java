/// Finds who has which part of a GPU that a layer above the kubelet shares among pods. The code is pure: it has no
/// I/O, no clock and no threads.
@NullMarked
package io.gpuledger.analyzer.sharing;

import org.jspecify.annotations.NullMarked;
