/// What happens in a fleet, in seconds of virtual time: who holds what, what it does there, and what goes wrong.
@NullMarked
package io.gpuledger.simulator.story;

import org.jspecify.annotations.NullMarked;
