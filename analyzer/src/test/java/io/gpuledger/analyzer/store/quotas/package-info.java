@NullMarked
package io.gpuledger.analyzer.store.quotas;

import org.jspecify.annotations.NullMarked;
