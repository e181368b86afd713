package io.gpuledger.analyzer.store.upkeep;

import io.gpuledger.analyzer.fleet.Membership;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.Session;
import java.time.Duration;

/// Marks GPUs that nobody has to look at any more, until they are told of again: none of their samples is kept, they
/// have left the fleet, and all of their hours are settled. Without that each pass would take the longer, the more GPUs
/// there were ever.
public final class Departures {
    /// In such steps it is known when a GPU was last told of; an hour is settled some hours after it is over.
    private static final long STAYS = Membership.SILENT_MAX + Duration.ofDays(1).toMillis();

    private static final String DEPART = """
        update gpu_ledger.gpu g set departed = true
        from (select 'epoch'::timestamptz + ? * interval '1 ms') as left_before (at)
        where not g.departed and g.last_seen < left_before.at
            and exists (
                select from gpu_ledger.booked b
                where b.gpu_id = g.id and b.until >= least(g.last_seen + interval '%1$d ms', left_before.at)
            )
            and not exists (select from gpu_ledger.unbooked u where u.gpu_id = g.id)
            and not exists (select from gpu_ledger.filling f where f.gpu_id = g.id)
            and not exists (
                select from gpu_ledger.vacancy v
                where v.gpu_id = g.id and coalesce(v.until, 'infinity') >= left_before.at
            )
        """.formatted(STAYS);

    private Departures() {}

    /// Marks those that have departed, and returns how many that were. It commits nothing.
    ///
    /// @param kept the oldest instant that samples are kept of
    public static int mark(Session session, long kept) throws DatabaseException {
        return new Query<>(session).number(kept - STAYS).execute(DEPART);
    }
}
