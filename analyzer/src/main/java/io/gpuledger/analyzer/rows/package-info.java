/// What becomes of samples that say their time, whoever tells them: rows of units, and statements of clusters.
@NullMarked
package io.gpuledger.analyzer.rows;

import org.jspecify.annotations.NullMarked;
