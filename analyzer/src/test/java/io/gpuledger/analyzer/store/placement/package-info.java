@NullMarked
package io.gpuledger.analyzer.store.placement;

import org.jspecify.annotations.NullMarked;
