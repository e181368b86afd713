/// Answers which quotas over GPUs stood, and who waited for them, from what was told of clusters.
@NullMarked
package io.gpuledger.analyzer.store.quotas;

import org.jspecify.annotations.NullMarked;
