package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// Findings about GPUs of one node.
final class Sick {
    private Sick() {}

    /// Returns one that is open, and was told of just now.
    static Finding gpu(String uuid, FindingKind kind, Severity severity, Instant opened) {
        var unit = new UnitId("prod", uuid, Optional.empty());
        return new Finding(
                new Finding.Key(new Subject.OfUnit(unit), kind, ""),
                "node-7",
                severity,
                opened.toEpochMilli(),
                OptionalLong.empty(),
                opened.toEpochMilli(),
                "it was seen",
                kind.action(),
                Set.of("shop/train-0"),
                0);
    }

    static Finding hot(String uuid, Instant opened) {
        return gpu(uuid, FindingKind.HOT, Severity.WARNING, opened);
    }

    static Finding closed(Finding finding, Instant at) {
        return with(finding, finding.severity(), OptionalLong.of(at.toEpochMilli()), finding.told());
    }

    static Finding graver(Finding finding) {
        return with(finding, Severity.CRITICAL, finding.closed(), finding.told());
    }

    static Finding told(Finding finding, Instant until) {
        return with(finding, finding.severity(), finding.closed(), until.toEpochMilli());
    }

    private static Finding with(Finding finding, Severity severity, OptionalLong closed, long told) {
        return new Finding(
                finding.key(),
                finding.node(),
                severity,
                finding.opened(),
                closed,
                told,
                finding.evidence(),
                finding.action(),
                finding.holders(),
                finding.lostMillis());
    }
}
