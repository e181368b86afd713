/// Says what to change about a workload, from what the books have of its last weeks. It is pure: there is no
/// I/O here and no clock.
@NullMarked
package io.gpuledger.analyzer.advice;

import org.jspecify.annotations.NullMarked;
