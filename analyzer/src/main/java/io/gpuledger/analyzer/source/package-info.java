/// Knows how exporters name things, by tables of metric names, and makes rows of samples.
@NullMarked
package io.gpuledger.analyzer.source;

import org.jspecify.annotations.NullMarked;
