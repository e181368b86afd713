@NullMarked
package io.gpuledger.analyzer.telemetry;

import org.jspecify.annotations.NullMarked;
