/// Says of each pod that waits what keeps it, who is before it, and what would have to change: pure.
@NullMarked
package io.gpuledger.analyzer.diagnosis;

import org.jspecify.annotations.NullMarked;
