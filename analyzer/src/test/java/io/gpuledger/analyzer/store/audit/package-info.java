@NullMarked
package io.gpuledger.analyzer.store.audit;

import org.jspecify.annotations.NullMarked;
