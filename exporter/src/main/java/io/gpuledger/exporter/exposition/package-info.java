/// The tables here name the metrics, and the writer turns a snapshot into the page.
@NullMarked
package io.gpuledger.exporter.exposition;

import org.jspecify.annotations.NullMarked;
