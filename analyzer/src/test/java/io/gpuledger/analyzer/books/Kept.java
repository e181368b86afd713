package io.gpuledger.analyzer.books;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.gpuledger.analyzer.booking.Prices;
import io.gpuledger.analyzer.booking.Rules;
import io.gpuledger.analyzer.booking.Selector;
import io.gpuledger.analyzer.booking.Teams;
import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.store.Retention;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.store.writer.Pace;
import io.gpuledger.analyzer.store.writer.QueuedBacklog;
import io.gpuledger.analyzer.store.writer.SampleWriter;
import io.gpuledger.analyzer.store.writer.WrittenListener;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// Books in a real database, into which it is told what the test likes, at times that the test likes.
public final class Kept implements AutoCloseable {
    private static final String SETTLED = """
        select g.uuid, i.number, e.hour, e.state, e.cause, o.namespace, o.pod, o.uid, w.kind, w.name, t.name, n.name,
            s.name, e.basis, e.estimated, e.millis, e.uncertain_millis, e.cost_micros, e.currency
        from gpu_ledger.entry e
        join gpu_ledger.gpu g on g.id = e.gpu_id
        join gpu_ledger.sku s on s.id = e.sku_id
        left join gpu_ledger.instance i on i.id = e.unit_id and e.unit_id <> e.gpu_id
        left join gpu_ledger.owner o on o.id = e.owner_id
        left join gpu_ledger.workload w on w.id = o.workload_id
        left join gpu_ledger.team t on t.id = e.team_id
        left join gpu_ledger.node n on n.id = e.node_id
        where e.settled
        order by g.uuid, i.number nulls first, e.hour, e.state, e.cause, o.pod, o.uid, e.basis, e.estimated, e.millis
        """;
    private static final String SUMS_THAT_ARE_OFF = """
        select coalesce(e.hour, s.hour), e.millis, s.millis, e.cost, s.cost
        from (select hour, sum(millis) as millis, sum(cost_micros) as cost,
                sum(uncertain_millis) as uncertain from gpu_ledger.entry group by hour) e
        full join (select hour, sum(millis) as millis, sum(cost_micros) as cost,
                sum(uncertain_millis) as uncertain from gpu_ledger.hour_sum group by hour) s
            on s.hour = e.hour
        where e.millis is distinct from s.millis or e.cost is distinct from s.cost
            or e.uncertain is distinct from s.uncertain
        union all
        select coalesce(e.hour, s.hour), e.millis, s.millis, e.cost, s.cost
        from (
            select e.hour, o.workload_id, sum(e.millis) as millis, coalesce(sum(e.cost_micros), 0) as cost
            from gpu_ledger.entry e join gpu_ledger.owner o on o.id = e.owner_id group by e.hour, o.workload_id
        ) e
        full join (
            select hour, workload_id, sum(millis) as millis, sum(cost_micros) as cost
            from gpu_ledger.workload_sum group by hour, workload_id
        ) s on s.hour = e.hour and s.workload_id = e.workload_id
        where e.millis is distinct from s.millis or e.cost is distinct from s.cost
        union all
        select coalesce(u.hour, s.hour), u.millis, s.millis, u.minutes, s.minutes
        from (
            select u.hour, o.workload_id, sum(u.millis) as millis, sum(u.minutes) as minutes
            from gpu_ledger.usage u join gpu_ledger.owner o on o.id = u.owner_id group by u.hour, o.workload_id
        ) u
        full join gpu_ledger.usage_sum s on s.hour = u.hour and s.workload_id = u.workload_id
        where u.millis is distinct from s.millis or u.minutes is distinct from s.minutes
        union all
        select coalesce(e.hour, s.hour), e.millis, s.millis, e.held, s.held
        from (
            select hour, sum(millis) as millis, coalesce(sum(millis) filter (where owner_id is not null), 0) as held
            from gpu_ledger.entry where node_id is not null group by hour
        ) e
        full join (
            select hour, sum(millis) as millis, sum(held_millis) as held from gpu_ledger.shared_node_sum group by hour
        ) s on s.hour = e.hour
        where e.millis is distinct from s.millis or e.held is distinct from s.held
        union all
        (
            select coalesce(span.hour, recount.hour), recount.millis, span.millis, null, null from (
                select hour, hours, cluster_id, team_id, sku_id, state, settled, cause, currency, millis,
                    uncertain_millis, energy_millijoules, cost_micros
                from gpu_ledger.span_sum
            ) span
            full join (
                select p.hour, p.hours, cluster_id, team_id, sku_id, state, settled, cause, currency,
                    sum(millis) as millis, sum(uncertain_millis) as uncertain_millis,
                    sum(energy_millijoules) as energy_millijoules, sum(cost_micros) as cost_micros
                from gpu_ledger.hour_sum h
                join gpu_ledger.summed_span p on h.hour >= p.hour and h.hour < p.hour + p.hours * interval '1 hour'
                group by p.hour, p.hours, cluster_id, team_id, sku_id, state, settled, cause, currency,
                    cost_micros is null
            ) recount
            on to_jsonb(span) = to_jsonb(recount)
            where span is null or recount is null
        )
        """;

    private final TestDatabase test;
    private final Database database;
    private final QueuedBacklog backlog = new QueuedBacklog();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final Prices prices;
    private final SampleWriter writer;
    private volatile Instant now;
    private volatile Timekeeper clock;
    private volatile Books books;
    private volatile WrittenListener listener;

    Kept(Instant begin, Instant end, Prices prices) throws Exception {
        this.test = TestDatabase.plain();
        this.database = test.open();
        this.prices = prices;
        this.now = begin;
        this.clock = Timekeeper.trusting(() -> now);
        this.books = books();
        this.listener = (rows, statements) -> books.written().written(rows, statements);
        this.writer = SampleWriter.start(
                backlog,
                database,
                (rows, statements) -> listener.written(rows, statements),
                new Retention(Duration.ofDays(30), Timekeeper.trusting(() -> end)),
                new Pace(Duration.ofMillis(1), Pace.usual(new Random(1)).backoff()),
                () -> end,
                metrics);
    }

    /// Without prices.
    public static Kept at(Instant begin, Instant end) throws Exception {
        return new Kept(begin, end, Prices.NONE);
    }

    private Books books() {
        return new Books(database, Keeper.only(), settings(), settings()::reach, clock, metrics);
    }

    /// Opens the same database once more, with connections of its own, as another analyzer does.
    Database another() {
        return test.open();
    }

    /// The books of another analyzer, which keeps none while this one does.
    Books standBy(Database another) {
        return new Books(
                another,
                Keeper.by(another.keepersLock()),
                settings(),
                settings()::reach,
                clock,
                new SimpleMeterRegistry());
    }

    /// Has another listener told from now on of the rows that are written, and nobody else.
    void tellOfRows(WrittenListener another) {
        listener = another;
    }

    /// Has another listener told, too, from now on.
    public void alsoTellOfRows(WrittenListener another) {
        var first = listener;
        listener = (rows, statements) -> {
            first.written(rows, statements);
            another.written(rows, statements);
        };
    }

    /// Returns what the books say of each unit now.
    public Present present() {
        return books.present();
    }

    /// Does what autovacuum has done by the time that anybody asks: until then all plans are made without figures.
    public void vacuum() throws Exception {
        execute("vacuum analyze");
    }

    /// Starts books on a thread of their own, beside those that are kept by hand.
    Books start(InstantSource clock) {
        return Books.start(
                database, settings(), settings()::reach, Timekeeper.trusting(clock), new SimpleMeterRegistry());
    }

    BooksSettings settings() {
        var rules = new Rules(
                Duration.ofMinutes(30),
                Duration.ofHours(1),
                Set.of("gpu-ledger.io/maintenance"),
                Selector.NONE,
                new Teams("team", Map.of()),
                prices);
        return new BooksSettings(Duration.ofMinutes(1), Duration.ofDays(30), rules);
    }

    /// What was known in memory is lost.
    void restart() {
        books = books();
    }

    /// Nor does anybody know what the clock was before.
    void restart(Timekeeper by) {
        clock = by;
        restart();
    }

    void pass() throws Exception {
        books.pass();
    }

    public void tell(List<Row> rows, List<Statement> statements) throws Exception {
        backlog.put(rows, statements).get(120, SECONDS);
    }

    public void passAt(Instant instant) throws Exception {
        now = instant;
        books.pass();
    }

    /// The rows that are settled, without the numbers that the database gives.
    List<String> settled() throws Exception {
        return test.rows(SETTLED);
    }

    /// How units were used in the hours before an instant.
    List<String> usages(Instant before) throws Exception {
        return test.rows("""
            select g.uuid, u.unit_id = u.gpu_id, u.hour, o.namespace, o.pod, o.uid, u.millis, u.minutes, u.low_minutes,
                u.high_minutes, u.idle_runs, u.memory_peak_bytes, u.memory_total_bytes, u.utilization, u.engine_active,
                u.sm_active, u.dram_active, u.memory_utilization, u.pcie_bytes_per_second
            from gpu_ledger.usage u
            join gpu_ledger.gpu g on g.id = u.gpu_id
            join gpu_ledger.owner o on o.id = u.owner_id
            where u.hour < '%s'
            order by 1, 3, 5, 6, 7, 8, 9, 10
            """.formatted(before));
    }

    /// GPU-seconds of hours that were settled since the start, as metrics have them.
    double counted() {
        return metrics.find("gpu.ledger.gpu.seconds").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    List<String> sumsThatAreOff() throws Exception {
        return test.rows(SUMS_THAT_ARE_OFF);
    }

    public List<String> rows(String sql) throws Exception {
        return test.rows(sql);
    }

    public void execute(String sql) throws Exception {
        test.execute(sql);
    }

    /// Connects as a stranger who holds locks.
    Connection connect() throws SQLException {
        return test.connect();
    }

    Books keeper() {
        return books;
    }

    public Database database() {
        return database;
    }

    @Override
    public void close() {
        writer.close();
        database.close();
        test.close();
    }
}
