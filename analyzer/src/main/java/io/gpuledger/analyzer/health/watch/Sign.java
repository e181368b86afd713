package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import java.util.function.Supplier;

/// Something that is wrong at an instant. One sign is not yet a finding.
///
/// @param detail tells several of a kind from each other; else it is empty
/// @param evidence what was read, in words with numbers, which are only put together where they are wanted
/// @param action what is to be done about it
record Sign(FindingKind kind, String detail, Severity severity, Supplier<String> evidence, String action) {
    static Sign of(FindingKind kind, Severity severity, Supplier<String> evidence) {
        return new Sign(kind, "", severity, evidence, kind.action());
    }
}
