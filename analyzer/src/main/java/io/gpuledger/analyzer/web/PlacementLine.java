package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.placement.NodeSum;
import io.gpuledger.analyzer.placement.PlacementReport;
import io.gpuledger.analyzer.placement.WorkloadSum;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Field.Presence;
import io.gpuledger.analyzer.web.api.Field.Single;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Table;
import io.gpuledger.analyzer.web.api.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// A line of the table of placements, which has both lists below each other: what both tell has one column, and of the
/// columns of the other list a line has nothing.
///
/// @param of the name of the list
record PlacementLine(String of, Optional<NodeSum> node, Optional<WorkloadSum> workload) {
    static final Table<PlacementReport, ?> TABLE =
            new Table<>(new Shape<>("line", fields()), PlacementLine::of, _ -> Map.of());

    private static List<PlacementLine> of(PlacementReport report) {
        return Stream.concat(
                        report.nodes().stream()
                                .map(sum -> new PlacementLine("nodes", Optional.of(sum), Optional.empty())),
                        report.workloads().stream()
                                .map(sum -> new PlacementLine("workloads", Optional.empty(), Optional.of(sum))))
                .toList();
    }

    private static List<Field<PlacementLine>> fields() {
        Map<String, Single<PlacementLine>> byName = new LinkedHashMap<>();
        Stream.concat(
                        fields(PlacementsAnswer.NODE, PlacementLine::node),
                        fields(PlacementsAnswer.WORKLOAD, PlacementLine::workload))
                .forEach(field -> byName.merge(field.name(), field, PlacementLine::either));
        List<Field<PlacementLine>> fields = new ArrayList<>();
        fields.add(Field.of("of", Type.TEXT, PlacementLine::of, "Which list it is of."));
        fields.addAll(byName.values());
        return fields;
    }

    private static <R> Stream<Single<PlacementLine>> fields(Shape<R> shape, Function<PlacementLine, Optional<R>> row) {
        return shape.fields().stream().flatMap(field -> switch (field) {
            case Single<R> single -> Stream.of(field(single, row));
            case Field.Part<R, ?> part -> fields(part, row);
            case Field.Named<R> _ -> Stream.of();
        });
    }

    private static <R, S> Stream<Single<PlacementLine>> fields(
            Field.Part<R, S> part, Function<PlacementLine, Optional<R>> row) {
        return fields(part.shape(), line -> row.apply(line).map(part.part()));
    }

    private static <R> Single<PlacementLine> field(Single<R> single, Function<PlacementLine, Optional<R>> row) {
        return new Single<>(
                single.name(),
                single.schema(),
                Presence.OR_NULL,
                single.meaning(),
                line -> row.apply(line).flatMap(single.value()));
    }

    private static Single<PlacementLine> either(Single<PlacementLine> one, Single<PlacementLine> other) {
        return new Single<>(
                one.name(),
                one.schema(),
                Presence.OR_NULL,
                one.meaning(),
                line -> one.value().apply(line).or(() -> other.value().apply(line)));
    }
}
