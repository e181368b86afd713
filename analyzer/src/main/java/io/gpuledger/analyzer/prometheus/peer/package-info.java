/// Asks a server like Prometheus by HTTP, and says of each failure what helps against it.
@NullMarked
package io.gpuledger.analyzer.prometheus.peer;

import org.jspecify.annotations.NullMarked;
