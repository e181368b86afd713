package io.gpuledger.analyzer.store.postgres;

import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A statement with its parameters, which are given in the order in which the statement takes them. A statement for
/// many rows takes each of their columns as an array, which it unnests.
///
/// @param <T> what the statement is sent for many of
public final class Query<T> {
    @FunctionalInterface
    public interface Each {
        void accept(ResultRow row) throws DatabaseException;
    }

    @FunctionalInterface
    public interface Reader<R> {
        R read(ResultRow row) throws DatabaseException;
    }

    @FunctionalInterface
    private interface Parameter {
        void set(PreparedStatement statement, int at) throws SQLException;
    }

    private static final int ROWS_AT_ONCE = 5_000;

    private final Session session;
    private final List<T> rows;
    private final List<Parameter> parameters = new ArrayList<>();
    private boolean hasColumns;

    public Query(Session session) {
        this(session, List.of());
    }

    public Query(Session session, Collection<? extends T> rows) {
        this.session = session;
        this.rows = List.copyOf(rows);
    }

    /// Finds the row that was sent by the key of one that came back.
    public static <T> Function<List<?>, T> index(Collection<T> rows, Function<T, List<?>> key) {
        Map<List<?>, T> byKey = rows.stream().collect(Collectors.toMap(key, row -> row));
        return found -> Objects.requireNonNull(byKey.get(found), "a row that was not sent");
    }

    public Query<T> texts(Function<T, String> text) {
        return optionalTexts(row -> Optional.of(text.apply(row)));
    }

    public Query<T> optionalTexts(Function<T, Optional<String>> text) {
        return column("text", text);
    }

    public Query<T> numbers(Function<T, Number> number) {
        return optionalNumbers(row -> Optional.of(number.apply(row)));
    }

    public Query<T> optionalNumbers(Function<T, Optional<? extends Number>> number) {
        return column("int8", number);
    }

    /// Elements may be absent, which a list of values cannot say.
    private Query<T> column(String type, Function<T, ? extends Optional<?>> element) {
        hasColumns = true;
        List<Optional<?>> elements = rows.stream().<Optional<?>>map(element).toList();
        return parameter((statement, at) -> statement.setArray(
                at,
                array(
                        statement,
                        type,
                        elements.stream().map(one -> one.orElse(null)).toArray())));
    }

    public Query<T> text(String text) {
        return parameter((statement, at) -> statement.setString(at, text));
    }

    public Query<T> number(int number) {
        return parameter((statement, at) -> statement.setInt(at, number));
    }

    public Query<T> number(long number) {
        return parameter((statement, at) -> statement.setLong(at, number));
    }

    public Query<T> bytes(byte[] bytes) {
        return parameter((statement, at) -> statement.setBytes(at, bytes));
    }

    public Query<T> optionalText(Optional<String> text) {
        return parameter((statement, at) -> statement.setString(at, text.orElse(null)));
    }

    public Query<T> textArray(Collection<String> texts) {
        return parameter((statement, at) -> statement.setArray(at, array(statement, "text", texts.toArray())));
    }

    public Query<T> numberArray(Collection<Integer> numbers) {
        return parameter((statement, at) -> statement.setArray(at, array(statement, "int4", numbers.toArray())));
    }

    private static Array array(PreparedStatement statement, String type, Object[] elements) throws SQLException {
        return statement.getConnection().createArrayOf(type, elements);
    }

    private Query<T> parameter(Parameter parameter) {
        parameters.add(parameter);
        return this;
    }

    /// Hands over each row of the answer. A statement for many rows is not sent where there are none.
    public void query(String sql, Each each) throws DatabaseException {
        query(sql, 0, each);
    }

    /// Hands over each row of an answer that may be larger than the memory. The transaction must not end meanwhile.
    public void stream(String sql, Each each) throws DatabaseException {
        query(sql, ROWS_AT_ONCE, each);
    }

    public <R> List<R> list(String sql, Reader<R> reader) throws DatabaseException {
        var all = new ArrayList<R>();
        query(sql, row -> all.add(reader.read(row)));
        return all;
    }

    /// Returns what the first row says, if there is one.
    public <R> Optional<R> first(String sql, Reader<R> reader) throws DatabaseException {
        return list(sql, reader).stream().findFirst();
    }

    /// Returns what the only row says of a statement that always answers with one.
    public <R> R one(String sql, Reader<R> reader) throws DatabaseException {
        return first(sql, reader).orElseThrow(() -> new IllegalStateException("no row from " + sql));
    }

    private void query(String sql, int rowsAtOnce, Each each) throws DatabaseException {
        if (hasNothingToSend()) {
            return;
        }
        try (var statement = session.connection().prepareStatement(sql)) {
            setParameters(statement);
            statement.setFetchSize(rowsAtOnce);
            try (var results = statement.executeQuery()) {
                var row = new ResultRow(results);
                while (results.next()) {
                    each.accept(row);
                }
            }
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Returns how many rows were written or deleted. A statement for many rows is not sent where there are none.
    public int execute(String sql) throws DatabaseException {
        if (hasNothingToSend()) {
            return 0;
        }
        try (var statement = session.connection().prepareStatement(sql)) {
            setParameters(statement);
            return statement.executeUpdate();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    private boolean hasNothingToSend() {
        return hasColumns && rows.isEmpty();
    }

    private void setParameters(PreparedStatement statement) throws SQLException {
        for (var i = 0; i < parameters.size(); i++) {
            parameters.get(i).set(statement, i + 1);
        }
    }
}
