/// How it stands with the API server of a cluster, for all who ask it.
@NullMarked
package io.gpuledger.analyzer.apiserver;

import org.jspecify.annotations.NullMarked;
