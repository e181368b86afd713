/// Remote write 1.0, the sender's side: samples into messages, and messages to whoever takes them.
@NullMarked
package io.gpuledger.simulator.remote;

import org.jspecify.annotations.NullMarked;
