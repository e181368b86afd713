/// The metric tables, and the writer that turns a snapshot into the page.
@NullMarked
package io.gpuledger.exporter.exposition;

import org.jspecify.annotations.NullMarked;
