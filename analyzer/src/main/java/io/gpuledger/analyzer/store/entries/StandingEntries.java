package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Basis;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.GpuUnits;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads entries as they stand, as what they were written from.
public final class StandingEntries {
    private static final String ENTRIES = """
        select e.gpu_id, e.unit_id, (extract(epoch from e.hour) * 1000)::bigint, e.state::text, e.cause,
            o.namespace, o.pod, o.uid, e.basis::text, e.estimated::int, e.millis, e.energy_millijoules,
            e.settled::int, n.name, s.name, t.name, w.kind, w.name, e.cost_micros, e.currency,
            e.uncertain_millis
        from unnest(?::int[], ?::bigint[], ?::bigint[]) as asked (gpu_id, since, until)
        join gpu_ledger.entry e on e.gpu_id = asked.gpu_id
            and e.hour >= 'epoch'::timestamptz + asked.since * interval '1 ms'
            and e.hour < 'epoch'::timestamptz + asked.until * interval '1 ms'
            and e.hour >= to_timestamp(? / 1000.0) and e.hour < to_timestamp(? / 1000.0)
        join gpu_ledger.sku s on s.id = e.sku_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        left join gpu_ledger.workload w on w.id = o.workload_id
        left join gpu_ledger.node n on n.id = e.node_id
        left join gpu_ledger.team t on t.id = e.team_id
        """;

    private StandingEntries() {}

    /// Returns the entries of GPUs within a time, by the GPU's number.
    public static Map<Integer, List<BookedEntry>> of(Session session, Collection<KnownGpu> gpus, Span window)
            throws DatabaseException {
        var byId = new HashMap<Integer, KnownGpu>();
        var standing = new HashMap<Integer, List<BookedEntry>>();
        gpus.forEach(gpu -> {
            byId.put(gpu.id(), gpu);
            standing.put(gpu.id(), new ArrayList<>());
        });
        new Query<>(session, gpus)
                .numbers(KnownGpu::id)
                .numbers(_ -> window.from())
                .numbers(_ -> window.to())
                .number(window.from())
                .number(window.to())
                .query(ENTRIES, row -> {
                    var id = row.number(1);
                    var gpu = byId.get(id);
                    if (gpu != null) {
                        standing.computeIfAbsent(id, _ -> new ArrayList<>()).add(entry(gpu, row));
                    }
                });
        return standing;
    }

    private static BookedEntry entry(KnownGpu gpu, ResultRow row) throws DatabaseException {
        var team = row.optionalText(16);
        var currency = row.optionalText(20);
        var cost = row.optionalLongNumber(19);
        var kind = row.optionalText(17);
        var workload = row.optionalText(18);
        return new BookedEntry(
                new Entry(
                        unit(gpu, row.optionalNumber(2)),
                        row.longNumber(3),
                        account(row),
                        row.longNumber(11),
                        row.longNumber(21),
                        row.optionalLongNumber(12)),
                row.number(13) == 1,
                row.optionalText(14),
                row.text(15),
                team.map(name -> new Payer(name, new Workload(kind.orElse(""), workload.orElse("")))),
                cost.map(micros -> new Money(micros, currency.orElse(""))));
    }

    /// What forms no instance of a GPU has no number.
    private static UnitId unit(KnownGpu gpu, Optional<Integer> id) {
        return id.flatMap(number -> Optional.ofNullable(gpu.units().get(number)))
                .map(unit -> unit.id())
                .orElseGet(() -> GpuUnits.rest(gpu.gpu()));
    }

    private static Account account(ResultRow row) throws DatabaseException {
        var namespace = row.optionalText(6);
        var pod = row.optionalText(7);
        var uid = row.optionalText(8);
        return new Account(
                State.of(row.text(4)).orElseThrow(),
                row.optionalText(5),
                namespace.map(name -> new Owner(name, pod.orElse(""), uid)),
                row.optionalText(9).flatMap(Basis::of),
                row.number(10) == 1);
    }
}
