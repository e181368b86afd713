/// What quotas give of GPUs, what stands against them, what queues lend to each other, and who waits. Pure.
@NullMarked
package io.gpuledger.analyzer.quota;

import org.jspecify.annotations.NullMarked;
