/// How much of what was delivered did any good: a funnel of the states of GPU time. It is pure, and knows the states
/// alone.
@NullMarked
package io.gpuledger.analyzer.capacity;

import org.jspecify.annotations.NullMarked;
