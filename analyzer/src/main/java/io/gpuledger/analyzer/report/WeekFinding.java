package io.gpuledger.analyzer.report;

import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Map;

/// A finding that was open in a week, with the part of its loss that falls into the week.
///
/// @param detail tells several of a kind from each other; else it is empty
/// @param node where it was; empty where that is not known
/// @param teams that held the GPU meanwhile
/// @param lostMillis time of the GPU that was lost in the week
/// @param cost of that, by currency
/// @param isOpen whether it is so still, as far as is known now
public record WeekFinding(
        FindingKind kind,
        String detail,
        String node,
        List<String> teams,
        long lostMillis,
        Map<String, Long> cost,
        boolean isOpen) {
    public WeekFinding {
        teams = List.copyOf(teams);
        cost = Map.copyOf(cost);
    }

    /// What is lost is lost evenly over the time of a finding, as far as is known.
    static WeekFinding of(StoredFinding stored, Span week) {
        var finding = stored.finding();
        var end = finding.closed().orElse(finding.told());
        var whole = Math.max(1, end - finding.opened());
        var inside = Math.max(0, Math.min(end, week.to()) - Math.max(finding.opened(), week.from()));
        var part = (double) inside / whole;
        return new WeekFinding(
                finding.key().kind(),
                finding.key().detail(),
                finding.node(),
                stored.teams(),
                Math.round(finding.lostMillis() * part),
                stored.cost()
                        .map(money -> Map.of(money.currency(), Math.round(money.micros() * part)))
                        .orElse(Map.of()),
                finding.isOpen());
    }
}
