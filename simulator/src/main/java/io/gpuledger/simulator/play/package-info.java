/// Which story is played.
@NullMarked
package io.gpuledger.simulator.play;

import org.jspecify.annotations.NullMarked;
