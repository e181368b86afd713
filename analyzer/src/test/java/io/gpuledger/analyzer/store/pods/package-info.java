@NullMarked
package io.gpuledger.analyzer.store.pods;

import org.jspecify.annotations.NullMarked;
