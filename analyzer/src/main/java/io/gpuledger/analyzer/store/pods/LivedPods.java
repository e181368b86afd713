package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.time.Span;
import java.util.Optional;

/// Asks about the pods that were there within a time.
///
/// @param cluster the only one that is asked about, if one is
record LivedPods(Span window, Optional<String> cluster) {
    /// Each is an object `o` of a cluster `c`. It takes what [#ask] gives.
    static final String FROM = """
        from gpu_ledger.cluster c
        join gpu_ledger.object o on o.cluster_id = c.id and o.kind = 'pod' and c.name = coalesce(?, c.name)
            and coalesce(o.gone, 'infinity'::timestamptz) >= 'epoch'::timestamptz + ? * interval '1 ms'
            and o.first_seen < 'epoch'::timestamptz + ? * interval '1 ms'
        """;

    <T> Query<T> ask(Query<T> query) {
        return query.optionalText(cluster).number(window.from()).number(window.to());
    }
}
