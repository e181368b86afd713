/// The counters file of dcgm-exporter decides which of its metrics the page shows, by the names of DCGM's fields.
@NullMarked
package io.gpuledger.exporter.counters;

import org.jspecify.annotations.NullMarked;
