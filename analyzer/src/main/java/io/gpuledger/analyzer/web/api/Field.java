package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Member;
import io.gpuledger.analyzer.web.api.Value.Nothing;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// Declares something that an answer says: its name, what it is, and how it is taken from a row. JSON, tables and the
/// documentation walk over the same declarations.
public sealed interface Field<R> {
    /// The names and values that stand in the answer of a row.
    Stream<Member> members(R row);

    /// Whether a field is there when it has no value.
    enum Presence {
        ALWAYS,
        OR_NULL,
        OR_LEFT_OUT
    }

    /// A field whose name stands in its declaration.
    record Single<R>(String name, Schema schema, Presence presence, String meaning, Function<R, Optional<Value>> value)
            implements Field<R> {
        @Override
        public Stream<Member> members(R row) {
            var found = value.apply(row);
            return presence == Presence.OR_LEFT_OUT && found.isEmpty() ? Stream.empty() : Stream.of(member(found));
        }

        private Member member(Optional<Value> found) {
            return new Member(name, found.orElse(Nothing.NOTHING));
        }
    }

    /// The fields of a part of the row stand in the answer as if they were its own.
    record Part<R, S>(Shape<S> shape, Function<R, S> part) implements Field<R> {
        @Override
        public Stream<Member> members(R row) {
            return shape.members(part.apply(row));
        }
    }

    /// Several fields, whose names the question decides.
    ///
    /// @param names what these fields are, in words
    record Named<R>(String names, Schema schema, String meaning, Function<R, Map<String, Value>> values)
            implements Field<R> {
        @Override
        public Stream<Member> members(R row) {
            return values.apply(row).entrySet().stream().map(one -> new Member(one.getKey(), one.getValue()));
        }
    }

    static <R, V> Field<R> of(String name, Type<V> type, Function<R, ? extends V> value, String meaning) {
        return new Single<>(
                name,
                type.schema(),
                Presence.ALWAYS,
                meaning,
                row -> Optional.of(type.write().apply(value.apply(row))));
    }

    /// The field is `null` where there is no value.
    static <R, V> Field<R> orNull(
            String name, Type<V> type, Function<R, ? extends Optional<? extends V>> value, String meaning) {
        return optional(name, type, Presence.OR_NULL, value, meaning);
    }

    /// The field is left out where there is no value.
    static <R, V> Field<R> orLeftOut(
            String name, Type<V> type, Function<R, ? extends Optional<? extends V>> value, String meaning) {
        return optional(name, type, Presence.OR_LEFT_OUT, value, meaning);
    }

    private static <R, V> Field<R> optional(
            String name,
            Type<V> type,
            Presence presence,
            Function<R, ? extends Optional<? extends V>> value,
            String meaning) {
        return new Single<>(
                name, type.schema(), presence, meaning, row -> value.apply(row).map(type.write()));
    }

    static <R, S> Field<R> part(Shape<S> shape, Function<R, S> part) {
        return new Part<>(shape, part);
    }
}
