package io.gpuledger.analyzer.store.findings;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;

/// How a finding stands in a row of the database.
final class FindingRows {
    /// The columns that [#read] reads, in its order.
    static final String COLUMNS = """
        f.cluster, f.node, f.gpu, f.instance, f.kind, f.detail, f.severity, (extract(epoch from f.opened) * 1000)::bigint,
        (extract(epoch from f.closed) * 1000)::bigint, (extract(epoch from f.told) * 1000)::bigint, f.evidence, f.action,
        f.holders, f.lost_ms\
        """;

    static final int COUNT = 14;

    private FindingRows() {}

    /// Reads a finding. It is empty where a later version wrote it, of a kind that this one does not know.
    ///
    /// @param first the number of its first column
    static Optional<Finding> read(ResultRow row, int first) throws DatabaseException {
        var kind = FindingKind.ofWord(row.text(first + 4));
        var severity = Severity.ofWord(row.text(first + 6));
        if (kind.isEmpty() || severity.isEmpty()) {
            return Optional.empty();
        }
        var closed = row.optionalLongNumber(first + 8).map(OptionalLong::of).orElse(OptionalLong.empty());
        return Optional.of(new Finding(
                new Finding.Key(subject(row, first), kind.get(), row.text(first + 5)),
                row.text(first + 1),
                severity.get(),
                row.longNumber(first + 7),
                closed,
                row.longNumber(first + 9),
                row.text(first + 10),
                row.text(first + 11),
                new HashSet<>(row.texts(first + 12)),
                row.longNumber(first + 13)));
    }

    private static Subject subject(ResultRow row, int first) throws DatabaseException {
        var cluster = row.text(first);
        var gpu = row.text(first + 2);
        if (gpu.isEmpty()) {
            return new Subject.OfNode(cluster, row.text(first + 1));
        }
        var instance = Optional.of(row.text(first + 3)).filter(number -> !number.isEmpty());
        return new Subject.OfUnit(new UnitId(cluster, gpu, instance));
    }

    /// Returns the GPU's name in the table, which is empty where a finding is about a node.
    static String gpu(Finding finding) {
        return switch (finding.key().subject()) {
            case Subject.OfUnit(var unit) -> unit.gpu();
            case Subject.OfNode _ -> "";
        };
    }

    static String instance(Finding finding) {
        return switch (finding.key().subject()) {
            case Subject.OfUnit(var unit) -> unit.instance().orElse("");
            case Subject.OfNode _ -> "";
        };
    }
}
