package io.gpuledger.analyzer.store.questions;

import io.gpuledger.analyzer.advice.Offers;
import io.gpuledger.analyzer.advice.WorkloadName;
import io.gpuledger.analyzer.advice.WorkloadWeeks;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Query;
import io.gpuledger.analyzer.store.postgres.ReadPool;
import io.gpuledger.analyzer.store.postgres.ReadSession;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads what advice stands on: what workloads held hour by hour and how they used it, and what the fleet has that they
/// could have instead.
public final class WorkloadWeekTables {
    /// So many workloads are read together. A team may have thousands, and a workload has hundreds of hours.
    private static final int TOGETHER = 50;

    /// All of it is in an index of the team's rows. Hours are put in order later: a sort by one number is quick.
    private static final String HELD = """
        select workload_id, (date_part('epoch', hour) * 1000)::bigint, state::text, currency, millis, cost_micros, sku_id,
            profile
        from gpu_ledger.workload_sum
        where team_id = (select id from gpu_ledger.team where name = ?)
            and hour >= to_timestamp(? / 1000.0) and hour < to_timestamp(? / 1000.0)
        order by workload_id
        """;
    private static final String NAMED = """
        select w.id, c.name, w.namespace, w.kind, w.name
        from gpu_ledger.workload w
        join gpu_ledger.cluster c on c.id = w.cluster_id
        where w.id = any (?)
        """;
    private static final String SKUS = "select id, name from gpu_ledger.sku where name <> ''";

    private final ReadPool readPool;

    public WorkloadWeekTables(Database database) {
        this.readPool = database.readPool();
    }

    /// Returns the weeks of all workloads of a team that held anything then. Throws [CannotAskException].
    public List<WorkloadWeeks> ofTeam(String team, Span window) {
        var all = new ArrayList<WorkloadWeeks>();
        eachOfTeam(team, window, all::add);
        return all;
    }

    /// Hands over the weeks of each workload of a team that held anything then, however many these are: no more than a
    /// few are in memory at a time. Throws [CannotAskException].
    public void eachOfTeam(String team, Span window, Consumer<WorkloadWeeks> each) {
        readPool.ask(reading -> {
            new Asked(reading.planningEach(), window, each).read(team);
            return window;
        });
    }

    /// Returns what the fleet had then. Throws [CannotAskException].
    public Offers offers(Span window) {
        return readPool.ask(reading -> OfferTables.offers(reading.planningEach(), window));
    }

    /// A team's weeks while they are read.
    private static final class Asked {
        private final ReadSession reading;
        private final Span window;
        private final Consumer<WorkloadWeeks> each;
        private final Map<Integer, String> skus = new HashMap<>();
        private final Map<Integer, HeldHours> held = new LinkedHashMap<>();

        Asked(ReadSession reading, Span window, Consumer<WorkloadWeeks> each) {
            this.reading = reading;
            this.window = window;
            this.each = each;
        }

        void read(String team) throws DatabaseException {
            new Query<>(reading.session()).query(SKUS, row -> skus.put(row.number(1), row.text(2)));
            new Query<>(reading.session()).text(team).number(window.from()).number(window.to()).stream(HELD, row -> {
                reading.requireTime();
                var workload = row.number(1);
                if (held.size() == TOGETHER && !held.containsKey(workload)) {
                    handOver();
                }
                held.computeIfAbsent(workload, _ -> new HeldHours())
                        .add(
                                row.longNumber(2),
                                State.of(row.text(3)).orElseThrow(),
                                row.longNumber(5),
                                row.optionalText(4),
                                row.longNumber(6),
                                row.optionalNumber(7).flatMap(sku -> Optional.ofNullable(skus.get(sku))),
                                row.optionalText(8));
            });
            handOver();
        }

        /// Hands over those of which all hours have been read.
        private void handOver() throws DatabaseException {
            if (held.isEmpty()) {
                return;
            }
            HourUses.each(
                    reading,
                    held.keySet(),
                    window,
                    (workload, hour, use) -> held(workload).use(hour, use));
            var pods = WorkloadPods.of(reading, held.keySet(), window);
            new Query<>(reading.session())
                    .numberArray(held.keySet())
                    .list(
                            NAMED,
                            row -> held(row.number(1))
                                    .weeks(
                                            new WorkloadName(row.text(2), row.text(3), row.text(4), row.text(5)),
                                            window,
                                            pods.containers(row.number(1)),
                                            pods.annotations(row.number(1))))
                    .forEach(each);
            held.clear();
        }

        private HeldHours held(int workload) {
            return held.computeIfAbsent(workload, _ -> new HeldHours());
        }
    }
}
