/// Spans of time, and what is so within them. No clock is read here.
@NullMarked
package io.gpuledger.analyzer.time;

import org.jspecify.annotations.NullMarked;
