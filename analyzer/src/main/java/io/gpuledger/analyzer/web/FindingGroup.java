package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.findings.StoredFinding;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Findings of which the same is to be said, as of eight GPUs that are too hot on a node.
///
/// @param findings at least one, and all of the same kind, detail, severity and cluster
record FindingGroup(List<StoredFinding> findings) {
    private record Sameness(Severity severity, FindingKind kind, String detail, String cluster) {
        static Sameness of(StoredFinding stored) {
            var key = stored.finding().key();
            return new Sameness(
                    stored.finding().severity(),
                    key.kind(),
                    key.detail(),
                    key.subject().cluster());
        }
    }

    FindingGroup {
        findings = List.copyOf(findings);
    }

    static FindingGroup of(StoredFinding one) {
        return new FindingGroup(List.of(one));
    }

    /// Returns the gravest first, and of these what hits most first.
    static List<FindingGroup> all(Collection<StoredFinding> findings) {
        return findings.stream()
                .collect(Collectors.groupingBy(Sameness::of, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(FindingGroup::new)
                .sorted(Comparator.comparing(FindingGroup::severity)
                        .thenComparingInt(group -> -group.findings().size())
                        .thenComparingLong(group -> -group.opened()))
                .toList();
    }

    private StoredFinding some() {
        return findings.getFirst();
    }

    Severity severity() {
        return some().finding().severity();
    }

    FindingKind kind() {
        return key().kind();
    }

    Finding.Key key() {
        return some().finding().key();
    }

    /// Returns what was read of one of them.
    String evidence() {
        return some().finding().evidence();
    }

    String action() {
        return some().finding().action();
    }

    List<String> nodes() {
        return findings.stream()
                .map(stored -> stored.finding().node())
                .filter(node -> !node.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    /// Returns the names of GPUs and MIG instances, none where it is about nodes.
    List<String> units() {
        return findings.stream()
                .flatMap(stored -> switch (stored.finding().key().subject()) {
                    case Subject.OfUnit(var unit) ->
                        List.of(unit.gpu()
                                        + unit.instance()
                                                .map(number -> ", instance " + number)
                                                .orElse(""))
                                .stream();
                    case Subject.OfNode _ -> List.<String>of().stream();
                })
                .distinct()
                .toList();
    }

    List<String> models() {
        return findings.stream()
                .flatMap(stored -> stored.model().stream())
                .distinct()
                .sorted()
                .toList();
    }

    List<String> teams() {
        return findings.stream()
                .flatMap(stored -> stored.teams().stream())
                .distinct()
                .sorted()
                .toList();
    }

    List<String> holders() {
        return findings.stream()
                .flatMap(stored -> stored.finding().holders().stream())
                .distinct()
                .sorted()
                .toList();
    }

    /// Returns when the first of them began.
    long opened() {
        return findings.stream()
                .mapToLong(stored -> stored.finding().opened())
                .min()
                .orElseThrow();
    }

    /// Returns when the last of them ended, unless one is open.
    OptionalLong closed() {
        return findings.stream().anyMatch(stored -> stored.finding().isOpen())
                ? OptionalLong.empty()
                : findings.stream()
                        .mapToLong(stored -> stored.finding().closed().orElseThrow())
                        .max();
    }

    long lostMillis() {
        return findings.stream()
                .mapToLong(stored -> stored.finding().lostMillis())
                .sum();
    }

    Map<String, Long> cost() {
        var cost = new TreeMap<String, Long>();
        findings.forEach(stored -> stored.cost()
                .filter(money -> money.micros() > 0)
                .ifPresent(money -> cost.merge(money.currency(), money.micros(), Math::addExact)));
        return cost;
    }
}
