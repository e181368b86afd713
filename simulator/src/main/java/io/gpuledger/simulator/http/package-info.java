/// What is asked for by HTTP: the pages of the fleet's exporters, where they are, and the truth.
@NullMarked
package io.gpuledger.simulator.http;

import org.jspecify.annotations.NullMarked;
