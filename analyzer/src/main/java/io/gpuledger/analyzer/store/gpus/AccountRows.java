package io.gpuledger.analyzer.store.gpus;

import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.gpus.GpuAccount.Owner;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.store.postgres.ResultRow;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Reads what stands in the books of a GPU, of each hour that meets a time.
final class AccountRows {
    private static final String ROWS = """
        select (extract(epoch from e.hour) * 1000)::bigint, i.number, e.state::text, e.cause, t.name, o.namespace, o.pod,
            w.kind || '/' || w.name, w.id, e.millis, e.settled, e.currency, e.cost_micros
        from gpu_ledger.entry e
        left join gpu_ledger.instance i on i.id = e.unit_id
        left join gpu_ledger.team t on t.id = e.team_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        left join gpu_ledger.workload w on w.id = o.workload_id
        where e.gpu_id = ? and e.hour >= 'epoch'::timestamptz + ? * interval '1 ms'
            and e.hour < 'epoch'::timestamptz + ? * interval '1 ms'
        order by e.hour, i.number nulls first, e.state, e.cause, o.namespace, o.pod
        """;

    private final ReadSession reading;

    AccountRows(ReadSession reading) {
        this.reading = reading;
    }

    List<GpuAccount> of(int gpu, Span window) throws DatabaseException {
        return new Query<>(reading.session())
                .number(gpu)
                .number(Hour.of(window.from()))
                .number(window.to())
                .list(ROWS, AccountRows::account);
    }

    private static GpuAccount account(ResultRow row) throws DatabaseException {
        var cost = new TreeMap<String, Long>();
        var currency = row.optionalText(12);
        if (currency.isPresent()) {
            cost.put(currency.get(), row.longNumber(13));
        }
        return new GpuAccount(
                row.longNumber(1),
                row.optionalText(2),
                State.of(row.text(3)).orElseThrow(),
                row.optionalText(4),
                owner(row),
                row.longNumber(10),
                row.isTrue(11),
                cost);
    }

    private static Optional<Owner> owner(ResultRow row) throws DatabaseException {
        var pod = row.optionalText(7);
        return pod.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Owner(row.optionalText(5).orElse(""), row.text(6), pod.get(), row.text(8), row.number(9)));
    }
}
