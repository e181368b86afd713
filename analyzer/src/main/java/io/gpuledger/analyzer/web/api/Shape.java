package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Member;
import java.util.List;
import java.util.stream.Stream;

/// Lists the fields that an object has in answers, in their order.
///
/// @param name what the documentation calls such an object
public record Shape<R>(String name, List<Field<R>> fields) {
    public Shape {
        fields = List.copyOf(fields);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // they are read, and nothing is put among them
    public static <R> Shape<R> of(String name, Field<R>... fields) {
        return new Shape<>(name, List.of(fields));
    }

    Stream<Member> members(R row) {
        return fields.stream().flatMap(field -> field.members(row));
    }
}
