/// Copies a whole database into another, and compares the two.
@NullMarked
package io.gpuledger.analyzer.store.copying;

import org.jspecify.annotations.NullMarked;
