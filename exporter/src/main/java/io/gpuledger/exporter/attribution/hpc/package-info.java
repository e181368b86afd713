/// A batch system's word on which job has which GPU: a folder of files, as dcgm-exporter reads it.
@NullMarked
package io.gpuledger.exporter.attribution.hpc;

import org.jspecify.annotations.NullMarked;
