/// Counts pods when they are scheduled, with how long they waited for that, and tells what quotas give and what is used
/// of them.
@NullMarked
package io.gpuledger.analyzer.scheduling;

import org.jspecify.annotations.NullMarked;
