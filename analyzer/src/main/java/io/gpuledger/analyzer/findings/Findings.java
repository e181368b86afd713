package io.gpuledger.analyzer.findings;

import io.gpuledger.analyzer.books.Present;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.watch.NodeWatches;
import io.gpuledger.analyzer.health.watch.Patience;
import io.gpuledger.analyzer.health.watch.Watches;
import io.gpuledger.analyzer.store.findings.FindingTables;
import io.gpuledger.analyzer.store.findings.MuteTables;
import io.gpuledger.analyzer.store.findings.TraitTables;
import io.gpuledger.analyzer.store.objects.NodeAttributes;
import io.gpuledger.analyzer.store.objects.NodeAttributes.Boot;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.Failure;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.postgres.Session;
import io.gpuledger.analyzer.store.writer.WrittenListener;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Keeps findings. Readings are watched as they are written, on the thread that writes them: what they open and close
/// is in the database before they leave the spool, so that nothing is missed whatever ends when. What time alone tells,
/// and what the books say of nodes, is looked at on a thread of its own.
///
/// Both threads use the watches, one at a time. What was found and could not be written is kept until it can be.
public final class Findings implements WrittenListener, AutoCloseable {
    private static final Logger LOG = System.getLogger(Findings.class.getName());
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    /// Boots that were longer ago have cleared all that they could.
    private static final Duration BOOTS_LOOKED_AT = Duration.ofDays(7);

    private static final int ASKING_PART = 50;

    private final Database database;
    private final Xids xids;
    private final Supplier<Present> present;
    private final InstantSource clock;
    private final Duration interval;
    private final Keeping keeping;
    private final FindingsMetrics metrics;
    private final List<Finding> unwritten = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread = Lifelong.platform("findings", this::run);
    private Optional<Watches> watches = Optional.empty();
    /// While this analyzer keeps the books: whoever else does looks at nodes, too.
    private Optional<NodeWatches> nodeWatches = Optional.empty();

    private Stacks stacks = new Stacks(Map.of());
    private Skews skews = Skews.NONE;
    private long looksUntilAsking;
    private long presentAt;
    private String trouble = "";

    Findings(
            Database database,
            Xids xids,
            Supplier<Present> present,
            Keeping keeping,
            Duration interval,
            InstantSource clock,
            MeterRegistry registry) {
        this.keeping = keeping;
        this.database = database;
        this.xids = xids;
        this.present = present;
        this.interval = interval;
        this.clock = clock;
        this.metrics = new FindingsMetrics(registry);
    }

    /// Begins to keep them.
    ///
    /// @param present what the books say of each unit now
    public static Findings start(
            Database database,
            Xids xids,
            Supplier<Present> present,
            Keeping keeping,
            Duration interval,
            InstantSource clock,
            MeterRegistry registry) {
        var findings = new Findings(database, xids, present, keeping, interval, clock, registry);
        findings.thread.start();
        return findings;
    }

    /// When this returns, what these rows open and close is in the database.
    @Override
    public synchronized void written(List<Row> rows, List<Statement> statements) throws DatabaseException {
        var watching = watches();
        watching.tell(statements);
        unwritten.addAll(watching.read(rows));
        if (!unwritten.isEmpty()) {
            try (var session = database.session()) {
                write(session);
            }
        }
    }

    private void write(Session session) throws DatabaseException {
        try {
            write(session, unwritten);
        } catch (DatabaseException e) {
            session.rollback(e);
            if (e.failure() != Failure.CONTENT) {
                throw e;
            }
            for (var finding : unwritten) {
                writeAlone(session, finding);
            }
        }
        unwritten.clear();
    }

    private static void write(Session session, List<Finding> findings) throws DatabaseException {
        new FindingTables(session).write(findings);
        session.commit();
    }

    /// One that the database will never take is left out, and does not hold up the readings.
    private static void writeAlone(Session session, Finding finding) throws DatabaseException {
        try {
            write(session, List.of(finding));
        } catch (DatabaseException e) {
            session.rollback(e);
            if (e.failure() != Failure.CONTENT) {
                throw e;
            }
            LOG.log(
                    Level.WARNING,
                    "A finding is left out, as the database will never take it: {0}: {1}",
                    finding.key(),
                    e.words());
        }
    }

    /// Returns the watches, which after a start go on with what the database has as open.
    private Watches watches() throws DatabaseException {
        if (watches.isEmpty()) {
            try (var session = database.session()) {
                var open = new FindingTables(session).open();
                session.rollback();
                watches = Optional.of(new Watches(xids, open));
            }
        }
        return watches.orElseThrow();
    }

    private void run() {
        try {
            while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                passOrSay();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing may leave the thread. The same trouble is said once.
    private void passOrSay() {
        try {
            database.migrate();
            pass();
            trouble = "";
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            metrics.failed();
            metrics.lose();
            var words = String.valueOf(e.getMessage());
            if (stop.getCount() > 0 && !words.equals(trouble)) {
                LOG.log(Level.WARNING, "Findings are not up to date, which is tried again: {0}", words);
            }
            trouble = words;
        }
    }

    /// Brings up to date what time tells, and what the open findings have cost so far. Whoever writes readings
    /// waits for no more of it than has to be. Of several analyzers, the one that keeps the books looks at
    /// nodes and tells of all findings.
    void pass() throws DatabaseException {
        var now = clock.instant();
        try (var session = database.session()) {
            var boots = boots(session, now);
            var open = new FindingTables(session).open();
            var nodes = nodes(session, open);
            synchronized (this) {
                unwritten.addAll(nodes);
                find(now, boots, open);
                write(session);
            }
            old(session);
            if (nodeWatches.isPresent()) {
                metrics.tell(new FindingTables(session).open(), new MuteTables(session).inForce(now), now);
            } else {
                metrics.lose();
            }
            session.rollback();
        }
    }

    private static Map<OfNode, List<Long>> boots(Session session, Instant now) throws DatabaseException {
        return new NodeAttributes(session)
                .boots(now.minus(BOOTS_LOOKED_AT).toEpochMilli()).stream()
                        .collect(Collectors.groupingBy(
                                boot -> new OfNode(boot.cluster(), boot.node()),
                                Collectors.mapping(Boot::millis, Collectors.toList())));
    }

    private void find(Instant now, Map<OfNode, List<Long>> boots, List<Finding> open) throws DatabaseException {
        var watching = watches();
        watching.follow(open);
        unwritten.addAll(watching.lapse(now.toEpochMilli(), Patience.USUAL));
        unwritten.addAll(watching.compare());
        unwritten.addAll(watching.booted(boots));
        unwritten.addAll(watching.open());
        unwritten.addAll(watching.abandoned(open));
    }

    /// Returns what is found of nodes, by what the books say of them now. Whoever begins to keep the books goes
    /// on with what whoever kept them before has found.
    private List<Finding> nodes(Session session, List<Finding> open) throws DatabaseException {
        var known = present.get();
        if (known.at().equals(Instant.EPOCH)) {
            nodeWatches = Optional.empty();
            return List.of();
        }
        var watching = nodeWatches.orElseGet(() -> new NodeWatches(open));
        nodeWatches = Optional.of(watching);
        if (known.at().toEpochMilli() <= presentAt) {
            return List.of();
        }
        presentAt = known.at().toEpochMilli();
        ask(session);
        var changed = new ArrayList<>(watching.read(presentAt, PresentNodes.of(known, stacks::ailing, skews::of)));
        changed.addAll(watching.open());
        return changed;
    }

    /// Drops findings that are kept no longer.
    private void old(Session session) throws DatabaseException {
        new FindingTables(session).drop(keeping.infoFrom(), keeping.from());
        session.commit();
    }

    /// Asks how the GPU software of nodes is, and what runs on their GPUs, which takes at most one in so many parts of
    /// the time from look to look: in a large cluster not each time.
    private void ask(Session session) throws DatabaseException {
        if (looksUntilAsking > 0) {
            looksUntilAsking--;
            return;
        }
        var begun = System.nanoTime();
        var nodes = new NodeAttributes(session).now();
        stacks = Stacks.of(nodes);
        skews = Skews.of(new TraitTables(session).now(presentAt), nodes);
        var took = Duration.ofNanos(System.nanoTime() - begun);
        looksUntilAsking = took.multipliedBy(ASKING_PART).dividedBy(interval);
    }

    /// Ends after the pass under way.
    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
