/// Says why a pod does not fit a node, as of an instant: all reasons, in the order in which the scheduler looks
/// for them. It is pure: there is no I/O here and no clock.
@NullMarked
package io.gpuledger.analyzer.fit;

import org.jspecify.annotations.NullMarked;
