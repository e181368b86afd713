/// What there is: nodes, their GPUs, and the units that pods can hold.
@NullMarked
package io.gpuledger.simulator.fleet;

import org.jspecify.annotations.NullMarked;
