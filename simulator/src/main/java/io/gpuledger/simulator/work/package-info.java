/// Patterns say what pods do second by second.
@NullMarked
package io.gpuledger.simulator.work;

import org.jspecify.annotations.NullMarked;
