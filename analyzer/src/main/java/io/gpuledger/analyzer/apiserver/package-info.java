/// Watches for all who ask the API server of a cluster whether it answers.
@NullMarked
package io.gpuledger.analyzer.apiserver;

import org.jspecify.annotations.NullMarked;
