@NullMarked
package io.gpuledger.analyzer.store.preference;

import org.jspecify.annotations.NullMarked;
