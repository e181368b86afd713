/// Which of dcgm-exporter's metrics the page shows: its counters file, and the names of DCGM's fields.
@NullMarked
package io.gpuledger.exporter.counters;

import org.jspecify.annotations.NullMarked;
