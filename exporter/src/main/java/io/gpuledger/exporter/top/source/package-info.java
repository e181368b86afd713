/// Where pages come from.
@NullMarked
package io.gpuledger.exporter.top.source;

import org.jspecify.annotations.NullMarked;
