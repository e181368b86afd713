package io.gpuledger.analyzer.store.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The row of an answer that is read at the moment. Columns count from 1. It is valid until the next row is read, and
/// no value of it is boxed unless its type says so.
public final class ResultRow {
    private final ResultSet results;

    ResultRow(ResultSet results) {
        this.results = results;
    }

    public String text(int column) throws DatabaseException {
        return optionalText(column).orElseThrow(() -> new IllegalStateException("null in a column that has none"));
    }

    public Optional<String> optionalText(int column) throws DatabaseException {
        try {
            return Optional.ofNullable(results.getString(column));
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Returns the bytes of a column that always has some.
    public byte[] bytes(int column) throws DatabaseException {
        try {
            return results.getBytes(column);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Returns 0 where the column has no value.
    public int number(int column) throws DatabaseException {
        try {
            return results.getInt(column);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Returns 0 where the column has no value.
    public long longNumber(int column) throws DatabaseException {
        try {
            return results.getLong(column);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Returns 0 where the column has no value.
    public float real(int column) throws DatabaseException {
        try {
            return results.getFloat(column);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    public boolean isTrue(int column) throws DatabaseException {
        try {
            return results.getBoolean(column);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// Whether the column that was read last has no value.
    public boolean wasAbsent() throws DatabaseException {
        try {
            return results.wasNull();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    public Optional<Integer> optionalNumber(int column) throws DatabaseException {
        var value = number(column);
        return wasAbsent() ? Optional.empty() : Optional.of(value);
    }

    public Optional<Long> optionalLongNumber(int column) throws DatabaseException {
        var value = longNumber(column);
        return wasAbsent() ? Optional.empty() : Optional.of(value);
    }

    public OptionalDouble optionalDouble(int column) throws DatabaseException {
        try {
            var value = results.getDouble(column);
            return results.wasNull() ? OptionalDouble.empty() : OptionalDouble.of(value);
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }

    /// The elements of an array; none where the column has no value.
    public List<String> texts(int column) throws DatabaseException {
        return Arrays.stream(elements(column)).map(String.class::cast).toList();
    }

    /// The elements of an array; none where the column has no value.
    public List<Long> longNumbers(int column) throws DatabaseException {
        return Arrays.stream(elements(column)).map(Long.class::cast).toList();
    }

    private Object[] elements(int column) throws DatabaseException {
        try {
            var array = results.getArray(column);
            return array == null ? new Object[0] : (Object[]) array.getArray();
        } catch (SQLException e) {
            throw DatabaseException.of(e);
        }
    }
}
