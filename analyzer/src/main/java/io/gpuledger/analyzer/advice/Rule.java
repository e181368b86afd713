package io.gpuledger.analyzer.advice;

import java.util.Optional;

/// Looks for one thing that can be changed about a workload.
interface Rule {
    Optional<Advice> advice(Evidence evidence, Offers offers);
}
