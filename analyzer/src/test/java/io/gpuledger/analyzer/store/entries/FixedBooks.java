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
import io.gpuledger.analyzer.store.postgres.DatabaseSettings;
import io.gpuledger.analyzer.store.postgres.Flavour;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.TestDatabase;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/// Two weeks of four GPUs in a database of their own, such that sums can be checked by head. Names are as bad as labels
/// can be. More than 300 lines, as it is a table: what each GPU did stands in one place.
public final class FixedBooks implements AutoCloseable {
    /// This is 2026-W46.
    public static final Span BEFORE = week("2026-11-09T00:00:00Z");
    /// This is 2026-W47.
    public static final Span WEEK = week("2026-11-16T00:00:00Z");
    /// This is some hours after the two weeks.
    public static final Instant NOW = Instant.parse("2026-11-23T09:30:00Z");

    public static final int GPUS = 4;
    public static final String SCRIPT = "<script>alert('x')</script>";
    public static final String FORMULA = "=HYPERLINK(\"http://evil\",\"x\")";

    private static final int HOURS = 168;

    /// A pod, and who is behind it.
    private record Who(Owner owner, String team, Workload workload) {
        static Who of(String team, String namespace, String kind, String name, String pod) {
            return new Who(new Owner(namespace, pod, Optional.empty()), team, new Workload(kind, name));
        }
    }

    /// What a GPU was for a part of each hour.
    private record Part(State state, String cause, Optional<Who> who, int millis) {
        static Part of(State state, Who who, int millis) {
            return new Part(state, "", Optional.of(who), millis);
        }

        static Part of(State state, String cause, int millis) {
            return new Part(state, cause, Optional.empty(), millis);
        }

        Part because(String why) {
            return new Part(state, why, who, millis);
        }
    }

    private static final Who SERVE = Who.of("vision", "vision-prod", "Deployment", "serve", "serve-0");
    private static final Who TRAIN = Who.of("speech", "speech", "Job", "train", "train-0");
    private static final Who NOTEBOOK = Who.of("speech", "speech", "Notebook", "nb", "nb-0");
    private static final Who EVIL = Who.of(SCRIPT, "evil", "Deployment", FORMULA, "<b>pod</b>");

    private final TestDatabase fresh;
    private final Database database;
    private final List<GpuHours> hours = new ArrayList<>();

    private FixedBooks(TestDatabase fresh) throws DatabaseException, SchemaException {
        this.fresh = fresh;
        this.database = fresh.migrated();
    }

    private static Span week(String begin) {
        var from = Instant.parse(begin).toEpochMilli();
        return new Span(from, from + HOURS * Hour.MILLIS);
    }

    /// Makes the books of all four GPUs, whose last hours are over, while the past of one GPU is still coming in.
    public static FixedBooks filling() throws DatabaseException, SchemaException {
        var books = fresh();
        books.fresh.execute("update gpu_ledger.booked set until = '2026-11-23T00:00Z'");
        books.fresh.execute("insert into gpu_ledger.filling (since, told, gpu_id)"
                + " select '2026-11-22T21:00Z', '2026-11-23T09:29:48Z', min(id) from gpu_ledger.gpu");
        return books;
    }

    /// Makes the books of all four GPUs.
    public static FixedBooks fresh() throws DatabaseException, SchemaException {
        var books = empty();
        books.a();
        books.b();
        books.c();
        books.d();
        books.write();
        return books;
    }

    /// Makes the books of a fleet in which there is the team vision only.
    public static FixedBooks ofVision() throws DatabaseException, SchemaException {
        var books = empty();
        books.a();
        books.write();
        return books;
    }

    /// An hour of a GPU that so many share: one is idle for a second, and all others hold more of it.
    public static FixedBooks crowd(int workloads) throws DatabaseException, SchemaException {
        var parts = new ArrayList<Part>();
        var each = (int) (Hour.MILLIS - 1_000) / (workloads - 1);
        for (var i = 1; i < workloads; i++) {
            parts.add(Part.of(State.USED, Who.of("crowd", "crowd", "Job", "job-" + i, "job-" + i), each));
        }
        parts.add(Part.of(State.IDLE, Who.of("crowd", "crowd", "Job", "idler", "idler"), 1_000));
        var books = empty();
        var gpu = books.gpu(1, "east", "n1", "GPU-a", "NVIDIA H100 80GB HBM3");
        books.book(gpu, WEEK, 0, 1, Optional.empty(), parts.toArray(Part[]::new));
        books.write();
        return books;
    }

    /// A GPU that is there since six in the evening of the first day, and free for so many hours.
    public static FixedBooks young(int hours) throws DatabaseException, SchemaException {
        var books = empty();
        var gpu = books.gpu(1, "east", "n1", "GPU-a", "NVIDIA H100 80GB HBM3");
        var price = Optional.of(new Money(2_490_000, "USD"));
        books.book(gpu, BEFORE, 18, 18 + hours, price, Part.of(State.FREE, "", 3_600_000));
        books.write();
        return books;
    }

    /// A GPU of which a team held all the week, and of which half was seen.
    public static FixedBooks unseen() throws DatabaseException, SchemaException {
        var books = empty();
        var gpu = books.gpu(1, "east", "n1", "GPU-a", "NVIDIA H100 80GB HBM3");
        var price = Optional.of(new Money(2_490_000, "USD"));
        var half = 1_800_000;
        books.book(
                gpu,
                WEEK,
                0,
                HOURS,
                price,
                Part.of(State.IDLE, TRAIN, half),
                Part.of(State.UNOBSERVED, TRAIN, half).because("no_activity"));
        books.write();
        return books;
    }

    /// Makes the tables, and puts nothing in them.
    public static FixedBooks empty() throws DatabaseException, SchemaException {
        return new FixedBooks(TestDatabase.fresh(Flavour.PLAIN));
    }

    public Database database() {
        return database;
    }

    /// Names a database that nobody answers for.
    public static Database away() {
        return new Database(
                DatabaseSettings.embedded("jdbc:postgresql://127.0.0.1:1/nothing", "nobody", "nothing"),
                new Database.Limits(
                        Duration.ofMillis(300), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(20)),
                new SimpleMeterRegistry());
    }

    /// Half used in the week, five sixths in the week before.
    private void a() throws DatabaseException {
        var gpu = gpu(1, "east", "n1", "GPU-a", "NVIDIA H100 80GB HBM3");
        var price = Optional.of(new Money(2_490_000, "USD"));
        book(
                gpu,
                BEFORE,
                0,
                HOURS,
                price,
                Part.of(State.USED, SERVE, 3_000_000),
                Part.of(State.UNDERUSED, SERVE, 600_000));
        book(
                gpu,
                WEEK,
                0,
                HOURS,
                price,
                Part.of(State.USED, SERVE, 1_800_001),
                Part.of(State.UNDERUSED, SERVE, 1_799_999));
    }

    /// Held idle for 100 hours of the week, and for 50 of that before.
    private void b() throws DatabaseException {
        var gpu = gpu(2, "east", "n1", "GPU-b", "NVIDIA H100 80GB HBM3");
        var price = Optional.of(new Money(2_490_000, "USD"));
        book(gpu, BEFORE, 0, 50, price, Part.of(State.IDLE, TRAIN, 3_600_000));
        book(gpu, BEFORE, 50, HOURS, price, Part.of(State.USED, TRAIN, 3_600_000));
        book(gpu, WEEK, 0, 100, price, Part.of(State.IDLE, TRAIN, 3_600_000));
        book(gpu, WEEK, 100, HOURS, price, Part.of(State.FREE, "", 3_600_000));
    }

    /// Of everything something; in euros, as far as there was a price.
    private void c() throws DatabaseException {
        var gpu = gpu(3, "west", "n2", "GPU-c", "NVIDIA A100-SXM4-80GB");
        var price = Optional.of(new Money(1_500_000, "EUR"));
        book(
                gpu,
                WEEK,
                0,
                100,
                price,
                Part.of(State.STARTING, NOTEBOOK, 600_000),
                Part.of(State.IDLE, NOTEBOOK, 1_000_000),
                Part.of(State.USED, NOTEBOOK, 2_000_000));
        book(
                gpu,
                WEEK,
                100,
                124,
                price,
                Part.of(State.UNHEALTHY, NOTEBOOK, 3_600_000).because("xid 79"));
        book(
                gpu,
                WEEK,
                124,
                128,
                price,
                Part.of(State.UNOBSERVED, NOTEBOOK, 3_600_000).because("silent"));
        book(gpu, WEEK, 128, 148, Optional.empty(), Part.of(State.STRANDED, "host_cpu", 3_600_000));
        book(gpu, WEEK, 148, HOURS, Optional.empty(), Part.of(State.WITHHELD, "cordoned", 3_600_000));
    }

    private void d() throws DatabaseException {
        var gpu = gpu(4, "west", "n2", "GPU-d", "");
        book(
                gpu,
                WEEK,
                0,
                HOURS,
                Optional.empty(),
                Part.of(State.USED, EVIL, 900_000),
                Part.of(State.UNDERUSED, EVIL, 2_700_000));
    }

    private KnownGpu gpu(int id, String cluster, String node, String uuid, String model) throws DatabaseException {
        fresh.execute("""
            insert into gpu_ledger.cluster (name) values ('%1$s') on conflict do nothing;
            insert into gpu_ledger.node (cluster_id, name)
            select id, '%2$s' from gpu_ledger.cluster where name = '%1$s' on conflict do nothing;
            insert into gpu_ledger.gpu (id, cluster_id, uuid, model, first_seen, last_seen)
            select %3$d, id, '%4$s', '%5$s', '%6$s', '%7$s' from gpu_ledger.cluster where name = '%1$s';
            insert into gpu_ledger.gpu_placement (since, gpu_id, node_id)
            select '%6$s', %3$d, n.id
            from gpu_ledger.node n
            join gpu_ledger.cluster c on c.id = n.cluster_id
            where c.name = '%1$s' and n.name = '%2$s';
            """.formatted(cluster, node, id, uuid, model, Instant.ofEpochMilli(BEFORE.from()), NOW));
        var unit = new UnitId(cluster, uuid, Optional.empty());
        return new KnownGpu(
                id, unit, Optional.empty(), model, BEFORE.from(), WEEK.to(), Map.of(), new TreeMap<>(Map.of(0L, node)));
    }

    /// The last two hours of the week may still change.
    private void book(KnownGpu gpu, Span week, int since, int until, Optional<Money> price, Part... parts) {
        var entries = new ArrayList<BookedEntry>();
        var usages = new ArrayList<Usage>();
        for (var at = since; at < until; at++) {
            var hour = week.from() + at * Hour.MILLIS;
            usage(gpu, hour, List.of(parts)).ifPresent(usages::add);
            for (var part : parts) {
                entries.add(new BookedEntry(
                        new Entry(
                                gpu.gpu(), hour, account(part), part.millis(), part.millis() / 100, energy(gpu, part)),
                        hour < WEEK.to() - 2 * Hour.MILLIS,
                        gpu.node(hour),
                        gpu.model(),
                        part.who().map(who -> new Payer(who.team(), who.workload())),
                        price.map(money -> new Money(money.micros() * part.millis() / Hour.MILLIS, money.currency()))));
            }
        }
        var window = new Span(week.from() + since * Hour.MILLIS, week.from() + until * Hour.MILLIS);
        hours.add(new GpuHours(gpu, window, entries, usages));
    }

    /// 500 W where it is held, and nothing known in the west.
    private static Optional<Long> energy(KnownGpu gpu, Part part) {
        return Optional.of(500L * part.millis())
                .filter(_ -> part.who().isPresent() && gpu.gpu().cluster().equals("east"));
    }

    /// Of who was seen to hold it: as active as it is booked, with 40 GB at most, idle at the end of the hour.
    private static Optional<Usage> usage(KnownGpu gpu, long hour, List<Part> parts) {
        var held = parts.stream()
                .filter(part ->
                        State.USED == part.state() || State.IDLE == part.state() || State.UNDERUSED == part.state())
                .toList();
        if (held.isEmpty()) {
            return Optional.empty();
        }
        var millis = held.stream().mapToInt(Part::millis).sum();
        var used = held.stream()
                .filter(part -> part.state() == State.USED)
                .mapToInt(Part::millis)
                .sum();
        var idle = held.stream()
                .filter(part -> part.state() == State.IDLE)
                .mapToInt(Part::millis)
                .sum();
        var end = hour + Hour.MILLIS;
        return Optional.of(new Usage(
                gpu.gpu(),
                hour,
                held.getFirst().who().orElseThrow().owner(),
                millis,
                false,
                Map.of(Measure.SM_ACTIVE, (double) used / millis, Measure.DRAM_ACTIVE, 0.6),
                minutes(60, idle / 60_000, used / 60_000),
                OptionalLong.of(40L << 30),
                OptionalLong.of(80L << 30),
                idle == 0 ? List.of() : List.of(new Span(end - idle, end))));
    }

    /// Those that are neither low nor high are in the middle.
    private static Usage.Activity minutes(int all, int low, int high) {
        var twentieths = new ArrayList<>(Collections.nCopies(Usage.Activity.PARTS, 0));
        twentieths.set(0, low);
        twentieths.set(10, all - low - high);
        twentieths.set(16, high);
        return new Usage.Activity(twentieths);
    }

    private static Account account(Part part) {
        return new Account(
                part.state(),
                Optional.of(part.cause()).filter(cause -> !cause.isEmpty()),
                part.who().map(Who::owner),
                part.who().map(_ -> Basis.SM_ACTIVE),
                false);
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
        fresh.execute("""
            insert into gpu_ledger.booked (gpu_id, since, until)
            select gpu_id, min(hour), max(hour) + interval '1 hour' from gpu_ledger.entry where settled group by gpu_id
            """);
        try (var session = database.session()) {
            var tables = new EntryTables();
            for (var span : tables.unsummedSpans(session)) {
                tables.sum(session, span);
            }
            session.commit();
        }
    }

    public void execute(String sql) throws DatabaseException {
        fresh.execute(sql);
    }

    /// One line for each, as psql would say it.
    public List<String> rows(String sql) throws DatabaseException {
        return fresh.rows(sql);
    }

    @Override
    public void close() {
        database.close();
        fresh.close();
    }
}
