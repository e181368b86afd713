/// Draws stories: the same seed draws the same one.
@NullMarked
package io.gpuledger.simulator.draw;

import org.jspecify.annotations.NullMarked;
