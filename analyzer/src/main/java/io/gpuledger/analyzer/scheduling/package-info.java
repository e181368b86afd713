/// Counts pods when they are scheduled, with how long they waited for that.
@NullMarked
package io.gpuledger.analyzer.scheduling;

import org.jspecify.annotations.NullMarked;
