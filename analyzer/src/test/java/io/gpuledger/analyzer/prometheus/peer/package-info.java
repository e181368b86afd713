@NullMarked
package io.gpuledger.analyzer.prometheus.peer;

import org.jspecify.annotations.NullMarked;
