/// How long pods wait, on their way from being made to being ready. Pure.
@NullMarked
package io.gpuledger.analyzer.latency;

import org.jspecify.annotations.NullMarked;
