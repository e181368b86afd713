package io.gpuledger.analyzer.store.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;

/// One statement for many rows: each column goes as an array, which the statement unnests.
public final class Unnested<T> {
    @FunctionalInterface
    public interface Each {
        void accept(Found row) throws SQLException;
    }

    /// Elements may be absent, which a list of values cannot say.
    private record Column(String type, List<Optional<?>> elements) {
        Array in(Connection connection) throws SQLException {
            return connection.createArrayOf(
                    type, elements.stream().map(element -> element.orElse(null)).toArray());
        }
    }

    private static final int ROWS_AT_ONCE = 5_000;

    private final Connection connection;
    private final List<T> rows;
    private final List<Column> columns = new ArrayList<>();
    private List<Long> others = List.of();

    public Unnested(Connection connection, Collection<? extends T> rows) {
        this.connection = connection;
        this.rows = List.copyOf(rows);
    }

    /// What came back of the database belongs to the one of these with the same key.
    public static <T> Function<List<?>, T> index(Collection<T> rows, Function<T, List<?>> key) {
        Map<List<?>, T> byKey = rows.stream().collect(Collectors.toMap(key, row -> row));
        return found -> Objects.requireNonNull(byKey.get(found), "a row that was not sent");
    }

    public Unnested<T> texts(Function<T, String> text) {
        return optionalTexts(row -> Optional.of(text.apply(row)));
    }

    public Unnested<T> optionalTexts(Function<T, Optional<String>> text) {
        columns.add(new Column("text", elements(text)));
        return this;
    }

    public Unnested<T> numbers(Function<T, Number> number) {
        return optionalNumbers(row -> Optional.of(number.apply(row)));
    }

    public Unnested<T> optionalNumbers(Function<T, Optional<? extends Number>> number) {
        columns.add(new Column("int8", elements(number)));
        return this;
    }

    /// What the statement takes behind its columns, the same for all rows.
    public Unnested<T> then(Long... numbers) {
        others = List.of(numbers);
        return this;
    }

    private List<Optional<?>> elements(Function<T, ? extends Optional<?>> element) {
        return rows.stream().<Optional<?>>map(element).toList();
    }

    /// Asks nothing where columns were named and there is no row.
    public void query(String sql, Each each) throws SQLException {
        query(sql, 0, each);
    }

    /// The same where rows may be more than there is memory for; the transaction must not end meanwhile.
    public void stream(String sql, Each each) throws SQLException {
        query(sql, ROWS_AT_ONCE, each);
    }

    private void query(String sql, int rowsAtOnce, Each each) throws SQLException {
        if (isIdle()) {
            return;
        }
        try (var statement = prepared(sql)) {
            statement.setFetchSize(rowsAtOnce);
            try (var results = statement.executeQuery()) {
                var row = new Found(results);
                while (results.next()) {
                    each.accept(row);
                }
            }
        }
    }

    public void execute(String sql) throws SQLException {
        if (isIdle()) {
            return;
        }
        try (var statement = prepared(sql)) {
            statement.executeUpdate();
        }
    }

    private boolean isIdle() {
        return !columns.isEmpty() && rows.isEmpty();
    }

    private PreparedStatement prepared(String sql) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (var i = 0; i < columns.size(); i++) {
            statement.setArray(i + 1, columns.get(i).in(connection));
        }
        for (var i = 0; i < others.size(); i++) {
            statement.setLong(columns.size() + i + 1, others.get(i));
        }
        return statement;
    }

    /// A row that came back; columns count from 1.
    public record Found(ResultSet results) {
        public String text(int column) throws SQLException {
            return Objects.requireNonNull(results.getString(column), "null in a column that has none");
        }

        public Optional<String> optionalText(int column) throws SQLException {
            return Optional.ofNullable(results.getString(column));
        }

        public int number(int column) throws SQLException {
            return results.getInt(column);
        }

        public Optional<Integer> optionalInt(int column) throws SQLException {
            return Optional.ofNullable(results.getObject(column, Integer.class));
        }

        public Optional<Long> optionalLong(int column) throws SQLException {
            return Optional.ofNullable(results.getObject(column, Long.class));
        }

        public OptionalDouble optionalDouble(int column) throws SQLException {
            var value = results.getDouble(column);
            return results.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
        }

        public long millis(int column) throws SQLException {
            return results.getLong(column);
        }
    }
}
