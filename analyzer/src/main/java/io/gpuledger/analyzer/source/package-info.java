/// What exporters call what: tables of metric names, and the way from samples to rows.
@NullMarked
package io.gpuledger.analyzer.source;

import org.jspecify.annotations.NullMarked;
