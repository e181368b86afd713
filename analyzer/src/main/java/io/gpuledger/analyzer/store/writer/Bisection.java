package io.gpuledger.analyzer.store.writer;

import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import java.util.List;
import java.util.function.Function;

/// Writes many at once. Where the database refuses one of them for what it is, halves are written apart until that one
/// is alone, and is left out.
///
/// @param name says which one is refused
record Bisection<T>(Writing<T> writing, Function<T, String> name, Refusals refused) {
    @FunctionalInterface
    interface Writing<T> {
        void write(List<T> all) throws DatabaseException, SchemaException;
    }

    void write(List<T> all) throws DatabaseException, SchemaException {
        if (all.isEmpty()) {
            return;
        }
        try {
            writing.write(all);
        } catch (DatabaseException e) {
            if (e.failure() != Failure.CONTENT) {
                throw e;
            }
            isolate(all, e);
        }
    }

    private void isolate(List<T> all, DatabaseException why) throws DatabaseException, SchemaException {
        if (all.size() == 1) {
            refused.add(name.apply(all.getFirst()), why.words());
            return;
        }
        var half = all.size() / 2;
        write(all.subList(0, half));
        write(all.subList(half, all.size()));
    }
}
