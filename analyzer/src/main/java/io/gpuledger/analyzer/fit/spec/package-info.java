/// Reads what a pod needs from the JSON of its `spec`, in Kubernetes' own words. Texts come from whoever may
/// make a pod, so that none is trusted: what cannot be read is said in words, and nothing is guessed.
@NullMarked
package io.gpuledger.analyzer.fit.spec;

import org.jspecify.annotations.NullMarked;
