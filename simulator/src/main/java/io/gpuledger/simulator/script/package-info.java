/// A script is a story that somebody wrote.
@NullMarked
package io.gpuledger.simulator.script;

import org.jspecify.annotations.NullMarked;
