@NullMarked
package io.gpuledger.simulator;

import org.jspecify.annotations.NullMarked;
