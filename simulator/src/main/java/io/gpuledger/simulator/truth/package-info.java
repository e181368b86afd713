/// What is true of each second of each GPU, found second by second from what happened. Shares no code with the ledger
/// that it is held against.
@NullMarked
package io.gpuledger.simulator.truth;

import org.jspecify.annotations.NullMarked;
