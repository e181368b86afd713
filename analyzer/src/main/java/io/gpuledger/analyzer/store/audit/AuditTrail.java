package io.gpuledger.analyzer.store.audit;

import io.gpuledger.analyzer.access.Deed;
import io.gpuledger.analyzer.access.Trail;
import io.gpuledger.analyzer.store.audit.AuditTables.Noted;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Notes who changed what: in the log at once, and every few seconds in the database, on a thread of its own, so that
/// nobody waits for it. While the database is away notes are kept here, up to so many.
public final class AuditTrail implements Trail, AutoCloseable {
    private static final Logger LOG = System.getLogger(AuditTrail.class.getName());
    private static final Duration PERIOD = Duration.ofSeconds(2);
    private static final Duration SILENCE_MAX = Duration.ofMinutes(5);
    private static final Duration FAREWELL = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(400);
    private static final int ROWS_MAX = 200_000;
    /// So many notes wait that differ. The same again is one note, so that whoever guesses passwords fills nothing.
    private static final int WAITING_MAX = 1_000;
    /// What is old is not looked for more often, as that looks through all that there is.
    private static final Duration FORGETTING = Duration.ofHours(1);

    private record Same(String who, String what, String outcome, String from) {
        static Same of(Deed deed) {
            return new Same(deed.who(), deed.what(), deed.outcome(), deed.from());
        }
    }

    private final AuditTables tables;
    private final InstantSource clock;
    private final Counter dropped;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Heartbeat heartbeat = new Heartbeat("audit", SILENCE_MAX);
    private final Thread thread = Lifelong.platform("audit", this::run);
    private final Map<Same, Noted> done = new LinkedHashMap<>();
    private final Map<Same, Noted> refused = new LinkedHashMap<>();
    private Optional<Instant> forgotten = Optional.empty();
    private String trouble = "";

    public AuditTrail(Database database, InstantSource clock, MeterRegistry registry) {
        this.tables = new AuditTables(database);
        this.clock = clock;
        this.dropped = Counter.builder("gpu.analyzer.audit.dropped")
                .description("Notes of who changed what that were lost, as the database was away for too long.")
                .register(registry);
    }

    public AuditTrail start() {
        thread.start();
        return this;
    }

    public Heartbeat heartbeat() {
        return heartbeat;
    }

    @Override
    public void note(Deed deed) {
        if (add(deed)) {
            LOG.log(Level.INFO, () -> "audit: " + words(deed));
        }
    }

    private static String words(Deed deed) {
        var from = deed.from().isEmpty() ? "" : " from " + deed.from();
        return "%s%s: %s: %s".formatted(deed.who(), from, deed.what(), deed.outcome());
    }

    /// What is refused can be made up without end, and must not drive out what was done.
    private Map<Same, Noted> waiting(Deed deed) {
        return deed.isRefused() ? refused : done;
    }

    /// Returns whether it is to be logged: where it is another than those that wait. Of what is refused no more is
    /// logged than there is room for.
    private synchronized boolean add(Deed deed) {
        var waiting = waiting(deed);
        var same = Same.of(deed);
        var before = waiting.get(same);
        if (before == null && waiting.size() >= WAITING_MAX) {
            dropped.increment();
            return !deed.isRefused();
        }
        waiting.put(
                same,
                before == null
                        ? new Noted(deed, deed.at(), 1)
                        : new Noted(before.deed(), deed.at(), before.times() + 1));
        return before == null;
    }

    private void run() {
        try {
            do {
                heartbeat.beat();
                writeOrSay();
            } while (!stop.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Writes, and says what went wrong, the same trouble once. No exception may end the thread.
    private void writeOrSay() {
        try {
            write();
            trouble = "";
        } catch (DatabaseException | RuntimeException e) {
            var words = String.valueOf(e.getMessage());
            if (!words.equals(trouble)) {
                LOG.log(Level.WARNING, "cannot note who changed what, and tries again: " + words);
            }
            trouble = words;
        }
    }

    /// Writes down what waits.
    void write() throws DatabaseException {
        var some = taken();
        if (some.isEmpty()) {
            return;
        }
        try {
            tables.add(some);
            forget();
        } catch (DatabaseException | RuntimeException e) {
            some.forEach(this::putBack);
            throw e;
        }
    }

    private void forget() throws DatabaseException {
        var now = clock.instant();
        if (forgotten.map(last -> last.plus(FORGETTING).isAfter(now)).orElse(false)) {
            return;
        }
        tables.forget(now.minus(KEPT), ROWS_MAX);
        forgotten = Optional.of(now);
    }

    private synchronized List<Noted> taken() {
        var some = new ArrayList<>(done.values());
        some.addAll(refused.values());
        done.clear();
        refused.clear();
        return some;
    }

    private synchronized void putBack(Noted noted) {
        var waiting = waiting(noted.deed());
        var same = Same.of(noted.deed());
        var since = waiting.get(same);
        if (since != null) {
            waiting.put(same, new Noted(noted.deed(), since.last(), noted.times() + since.times()));
        } else if (waiting.size() < WAITING_MAX) {
            waiting.put(same, noted);
        } else {
            dropped.increment();
        }
    }

    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(FAREWELL);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        writeOrSay();
    }
}
