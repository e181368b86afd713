/// Reads what an existing Prometheus, or a server like it, has kept: first the past, then what comes.
@NullMarked
package io.gpuledger.analyzer.prometheus;

import org.jspecify.annotations.NullMarked;
