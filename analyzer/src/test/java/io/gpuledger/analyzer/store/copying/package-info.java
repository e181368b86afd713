@NullMarked
package io.gpuledger.analyzer.store.copying;

import org.jspecify.annotations.NullMarked;
