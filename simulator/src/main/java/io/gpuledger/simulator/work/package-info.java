/// What pods do.
@NullMarked
package io.gpuledger.simulator.work;

import org.jspecify.annotations.NullMarked;
