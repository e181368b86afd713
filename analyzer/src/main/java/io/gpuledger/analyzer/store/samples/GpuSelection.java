package io.gpuledger.analyzer.store.samples;

import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.Collection;
import java.util.List;

/// Says which GPUs are asked for: all that have not departed, or some by their names, whether they have or not.
/// Statements call the table `g`, and that of its cluster `c`.
record GpuSelection(Collection<UnitId> named) {
    static final GpuSelection PRESENT = new GpuSelection(List.of());
    static final String NAMED = "(c.name, g.uuid) in (select * from unnest(?::text[], ?::text[]))";

    boolean isNamed() {
        return !named.isEmpty();
    }

    String condition() {
        return isNamed() ? NAMED : "not g.departed";
    }

    /// Begins a query with the values that the condition takes.
    Query<UnitId> asked(Session session) {
        var asked = new Query<>(session, named);
        return isNamed() ? asked.texts(UnitId::cluster).texts(UnitId::gpu) : asked;
    }
}
