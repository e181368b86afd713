package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// What is asked about findings.
///
/// @param window findings that were open at any instant in it
/// @param isOpenOnly whether those that are over are left out
/// @param at the instant of the question, by which mutes are in force
public record FindingQuestion(
        Span window,
        boolean isOpenOnly,
        Optional<String> cluster,
        Optional<String> node,
        Optional<String> gpu,
        Optional<String> kind,
        Optional<String> severity,
        int limit,
        long at) {}
