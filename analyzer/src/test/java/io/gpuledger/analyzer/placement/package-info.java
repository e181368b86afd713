@NullMarked
package io.gpuledger.analyzer.placement;

import org.jspecify.annotations.NullMarked;
