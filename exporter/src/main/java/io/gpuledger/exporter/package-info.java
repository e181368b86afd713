@NullMarked
package io.gpuledger.exporter;

import org.jspecify.annotations.NullMarked;
