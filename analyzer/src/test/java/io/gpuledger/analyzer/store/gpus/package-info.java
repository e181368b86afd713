@NullMarked
package io.gpuledger.analyzer.store.gpus;

import org.jspecify.annotations.NullMarked;
