/// Programs that measure the packaged simulator; `simulator/measure.sh` runs them.
@NullMarked
package io.gpuledger.simulator.benchmark;

import org.jspecify.annotations.NullMarked;
