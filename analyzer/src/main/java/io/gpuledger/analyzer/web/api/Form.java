package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.access.Viewer;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/// Says what an answer is written as.
public sealed interface Form<A> {
    /// JSON, in the envelope of Prometheus' API; where there is a table, CSV for who asks for that.
    ///
    /// @param data what stands under `data`
    /// @param next the query of the page after this one, where there is one
    /// @param isPaged whether there may be such a page
    /// @param isStreamed whether it is so long that it is sent while it is written, and not kept whole
    record Document<A>(
            Shape<A> data,
            Optional<Table<A, ?>> table,
            Function<A, Optional<String>> next,
            boolean isPaged,
            boolean isStreamed)
            implements Form<A> {
        public static <A> Document<A> of(Shape<A> data) {
            return new Document<>(data, Optional.empty(), _ -> Optional.empty(), false, false);
        }

        public static <A> Document<A> streamed(Shape<A> data) {
            return new Document<>(data, Optional.empty(), _ -> Optional.empty(), false, true);
        }

        /// The same answer can be had as CSV too.
        public Document<A> orTable(Table<A, ?> other) {
            return new Document<>(data, Optional.of(other), next, isPaged, isStreamed);
        }

        public Document<A> inPages(Function<A, Optional<String>> nextQuery) {
            return new Document<>(data, table, nextQuery, true, isStreamed);
        }
    }

    /// A file of some kind, which is told by what it holds.
    record File<A>(Function<A, String> mediaType, Function<A, byte[]> bytes) implements Form<A> {}

    /// A page for people.
    ///
    /// @param html writes it for who asks, as it says whom that is and leads him where he may go
    record Html<A>(BiFunction<A, Viewer, String> html) implements Form<A> {}
}
