@NullMarked
package io.gpuledger.analyzer.latency;

import org.jspecify.annotations.NullMarked;
