/// Tells by metrics how pods come to be placed: who was scheduled and how long that took, who waits and for what, and
/// what quotas give and what is used of them.
@NullMarked
package io.gpuledger.analyzer.scheduling;

import org.jspecify.annotations.NullMarked;
