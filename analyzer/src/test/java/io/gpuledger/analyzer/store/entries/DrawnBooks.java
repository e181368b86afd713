package io.gpuledger.analyzer.store.entries;

import io.gpuledger.analyzer.booking.BookedEntry;
import io.gpuledger.analyzer.booking.GpuHours;
import io.gpuledger.analyzer.booking.Payer;
import io.gpuledger.analyzer.cluster.Workload;
import io.gpuledger.analyzer.fleet.KnownGpu;
import io.gpuledger.analyzer.ledger.Account;
import io.gpuledger.analyzer.ledger.Basis;
import io.gpuledger.analyzer.ledger.Entry;
import io.gpuledger.analyzer.ledger.Measure;
import io.gpuledger.analyzer.ledger.Money;
import io.gpuledger.analyzer.ledger.Owner;
import io.gpuledger.analyzer.ledger.State;
import io.gpuledger.analyzer.ledger.Usage;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/// Books of a few GPUs over some weeks, drawn by a seed: who held them, in which states they were to the
/// millisecond, and what that cost, in one currency or two.
public final class DrawnBooks implements AutoCloseable {
    public static final Instant NOW = Instant.parse("2026-11-23T09:30:00Z");

    private static final long BEGIN = Instant.parse("2026-11-02T00:00:00Z").toEpochMilli();
    private static final int HOURS = 3 * 168;
    private static final int GPUS = 5;

    private static final List<State> HELD =
            List.of(State.USED, State.UNDERUSED, State.IDLE, State.STARTING, State.UNHEALTHY, State.UNOBSERVED);
    private static final List<State> NOT_HELD =
            List.of(State.UNHEALTHY, State.UNOBSERVED, State.WITHHELD, State.STRANDED, State.FREE);
    private static final List<String> CAUSES = List.of("silent", "xid_79", "cordoned");
    private static final List<String> TEAMS = List.of("vision", "speech", "a/b ~ü", "..", "-", "<i>\u202e");

    private final TestDatabase fresh;
    private final Database database;
    private final Random random;
    private final List<GpuHours> hours = new ArrayList<>();

    private DrawnBooks(long seed) throws DatabaseException, SchemaException {
        this.random = new Random(seed);
        this.fresh = TestDatabase.fresh(Flavour.PLAIN);
        this.database = fresh.migrated();
    }

    public static DrawnBooks of(long seed) throws DatabaseException, SchemaException {
        var books = new DrawnBooks(seed);
        for (var id = 1; id <= GPUS; id++) {
            books.draw(id);
        }
        books.write();
        return books;
    }

    public Database database() {
        return database;
    }

    private void draw(int id) throws DatabaseException {
        var gpu = gpu(id, random.nextBoolean() ? "east" : "west");
        var currency = random.nextInt(3) == 0 ? "EUR" : "USD";
        var price = random.nextInt(4) == 0
                ? Optional.<Money>empty()
                : Optional.of(new Money(500_000 + random.nextInt(3_000_000), currency));
        // Some have joined later, so that weeks before are not whole.
        for (var at = random.nextInt(3) * 100; at < HOURS; ) {
            var length = Math.min(HOURS - at, 1 + random.nextInt(60));
            hold(gpu, new Span(hour(at), hour(at + length)), price);
            at += length;
        }
    }

    private static long hour(int at) {
        return BEGIN + at * Hour.MILLIS;
    }

    /// For some hours the GPU is held by a pod, or by nobody.
    private void hold(KnownGpu gpu, Span span, Optional<Money> price) {
        var team = TEAMS.get(random.nextInt(TEAMS.size()));
        var name = "w" + random.nextInt(14);
        var owner = new Owner("ns-" + random.nextInt(2), name + "-0", Optional.empty());
        var payer = Optional.of(new Payer(team, new Workload("Job", name))).filter(_ -> random.nextInt(4) > 0);
        var entries = new ArrayList<BookedEntry>();
        var usages = new ArrayList<Usage>();
        for (var hour = span.from(); hour < span.to(); hour += Hour.MILLIS) {
            var parts = parts(payer.isPresent() ? HELD : NOT_HELD);
            for (var part : parts.entrySet()) {
                var entry = new Entry(
                        gpu.gpu(),
                        hour,
                        account(part.getKey(), payer.map(_ -> owner)),
                        part.getValue(),
                        part.getValue() / 50,
                        Optional.empty());
                var cost =
                        price.map(money -> new Money(money.micros() * part.getValue() / Hour.MILLIS, money.currency()));
                entries.add(new BookedEntry(entry, true, gpu.node(hour), gpu.model(), payer, cost));
            }
            if (payer.isPresent()) {
                usages.add(usage(gpu, hour, owner));
            }
        }
        hours.add(new GpuHours(gpu, span, entries, usages));
    }

    /// Divides an hour among some states.
    private Map<State, Integer> parts(List<State> states) {
        var parts = new TreeMap<State, Integer>();
        var left = (int) Hour.MILLIS;
        while (left > 0) {
            var part = random.nextInt(3) == 0 ? left : 1 + random.nextInt(left);
            parts.merge(states.get(random.nextInt(states.size())), part, Integer::sum);
            left -= part;
        }
        return parts;
    }

    private Account account(State state, Optional<Owner> owner) {
        var hasCause = state == State.UNHEALTHY
                || state == State.UNOBSERVED
                || state == State.WITHHELD
                || state == State.STRANDED;
        return new Account(
                state,
                Optional.of(CAUSES.get(random.nextInt(CAUSES.size()))).filter(_ -> hasCause),
                owner,
                owner.map(_ -> Basis.SM_ACTIVE),
                false);
    }

    private Usage usage(KnownGpu gpu, long hour, Owner owner) {
        return new Usage(
                gpu.gpu(),
                hour,
                owner,
                3_600_000,
                false,
                Map.of(Measure.SM_ACTIVE, random.nextDouble()),
                minutes(),
                OptionalLong.of(random.nextLong(80L << 30)),
                OptionalLong.of(80L << 30),
                random.nextBoolean() ? List.of() : List.of(new Span(hour, hour + 1_800_000)));
    }

    private Usage.Activity minutes() {
        var twentieths = new int[Usage.Activity.PARTS];
        for (var minute = 0; minute < 60; minute++) {
            twentieths[random.nextInt(twentieths.length)]++;
        }
        return new Usage.Activity(Arrays.stream(twentieths).boxed().toList());
    }

    private KnownGpu gpu(int id, String cluster) throws DatabaseException {
        fresh.execute("""
            insert into gpu_ledger.cluster (name) values ('%1$s') on conflict do nothing;
            insert into gpu_ledger.node (cluster_id, name)
            select id, 'n%2$d' from gpu_ledger.cluster where name = '%1$s' on conflict do nothing;
            insert into gpu_ledger.gpu (id, cluster_id, uuid, model, first_seen, last_seen)
            select %2$d, id, 'GPU-%2$d', 'H100', now(), now() from gpu_ledger.cluster where name = '%1$s';
            """.formatted(cluster, id));
        var unit = new UnitId(cluster, "GPU-" + id, Optional.empty());
        return new KnownGpu(
                id, unit, Optional.empty(), "H100", BEGIN, hour(HOURS), Map.of(), new TreeMap<>(Map.of(0L, "n" + id)));
    }

    private void write() throws DatabaseException {
        try (var session = database.session()) {
            var tables = new EntryTables();
            tables.replace(session, hours);
            for (var hour : tables.unsummed(session)) {
                tables.sum(session, hour);
            }
            session.commit();
        }
    }

    @Override
    public void close() {
        database.close();
        fresh.close();
    }
}
