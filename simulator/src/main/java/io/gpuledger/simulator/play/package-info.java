/// The settings here say which story is played.
@NullMarked
package io.gpuledger.simulator.play;

import org.jspecify.annotations.NullMarked;
