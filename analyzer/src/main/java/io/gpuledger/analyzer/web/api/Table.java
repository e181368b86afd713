package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.report.Csv;
import io.gpuledger.analyzer.web.api.Field.Named;
import io.gpuledger.analyzer.web.api.Field.Part;
import io.gpuledger.analyzer.web.api.Field.Single;
import io.gpuledger.analyzer.web.api.Value.Members;
import io.gpuledger.analyzer.web.api.Value.Nothing;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Writes an answer as CSV, with a line for each row and a column for each field. A field that is a map has a
/// column for each of its names, as in `cost_usd`.
///
/// @param names lists the names in each map, by the name of its field, and the names that the question decides. They
///     are those of the whole answer, so that all of its pages have the same columns.
public record Table<A, R>(Shape<R> row, Function<A, List<R>> rows, Function<A, Map<String, List<String>>> names) {
    private record Column<R>(String name, Function<R, Value> value) {}

    String csv(A answer) {
        var columns = columns(row, names.apply(answer)).toList();
        var csv = new Csv().head(columns.stream().map(Column::name).toList());
        for (var line : rows.apply(answer)) {
            columns.forEach(column -> cell(csv, column.value().apply(line)));
            csv.end();
        }
        return csv.toString();
    }

    private static void cell(Csv csv, Value value) {
        switch (value) {
            case Value.Text(var text) -> csv.text(text);
            case Value.Figure figure -> csv.plain(figure);
            case Value.Money money -> csv.plain(money);
            case Value.YesOrNo(var isSo) -> csv.plain(isSo);
            case Nothing.NOTHING -> csv.plain("");
            case Value.Items _, Members _ -> throw new IllegalStateException("no cell can hold " + value);
        }
    }

    private static <R> Stream<Column<R>> columns(Shape<R> shape, Map<String, List<String>> names) {
        return shape.fields().stream().flatMap(field -> columns(field, names));
    }

    private static <R> Stream<Column<R>> columns(Field<R> field, Map<String, List<String>> names) {
        return switch (field) {
            case Part<R, ?> part -> columns(part, names);
            case Named<R> named ->
                names.getOrDefault(named.names(), List.of()).stream()
                        .map(name -> new Column<>(
                                name, row -> named.values().apply(row).getOrDefault(name, Nothing.NOTHING)));
            case Single<R> single -> columns(single, names);
        };
    }

    private static <R, S> Stream<Column<R>> columns(Part<R, S> part, Map<String, List<String>> names) {
        return columns(part.shape(), names)
                .map(column -> new Column<>(column.name(), part.part().andThen(column.value())));
    }

    private static <R> Stream<Column<R>> columns(Single<R> single, Map<String, List<String>> names) {
        if (!(single.schema() instanceof Schema.MapOf(var _, var of))) {
            return Stream.of(new Column<>(single.name(), row -> found(single, row)));
        }
        return names.getOrDefault(single.name(), List.of()).stream()
                .map(name -> new Column<>(
                        single.name() + "_" + name.toLowerCase(Locale.ROOT),
                        row -> named(found(single, row), name).orElse(none(of))));
    }

    private static <R> Value found(Single<R> single, R row) {
        return single.value().apply(row).orElse(Nothing.NOTHING);
    }

    private static Optional<Value> named(Value members, String name) {
        return members instanceof Members(var all)
                ? all.stream()
                        .filter(one -> one.name().equals(name))
                        .map(Value.Member::value)
                        .findFirst()
                : Optional.empty();
    }

    /// A row that has no amount in a currency costs nothing in it.
    private static Value none(Schema of) {
        return of == Schema.Plain.MONEY ? new Value.Money(0) : Nothing.NOTHING;
    }
}
