package io.gpuledger.analyzer.alert;

import io.gpuledger.analyzer.alert.Answer.Refused;
import io.gpuledger.analyzer.alert.Answer.Silence;
import io.gpuledger.analyzer.alert.Answer.Taken;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.store.findings.MuteTables;
import io.gpuledger.analyzer.store.findings.Notice;
import io.gpuledger.analyzer.store.findings.NoticeTables;
import io.gpuledger.analyzer.store.postgres.Database;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/// Tells one Alertmanager of findings, on a thread of its own, so that none waits for another. What it is to be
/// told stands in the database, and so does what it has taken.
///
/// A notice is in the database before the alert is sent: whatever ends when, what may have been taken is told to
/// be over some day. Of several analyzers, the one that keeps the books does so; where there are two for a moment,
/// they say the same.
final class AlertRounds implements AutoCloseable {
    /// Says how often it is looked for news, and how often what is open is told again.
    ///
    /// @param look how often it is looked for news
    /// @param again how often what is open is told again
    /// @param lifetime of an alert that is not told again
    record Pace(Duration look, Duration again, Duration lifetime) {
        private static final Duration LOOK_MAX = Duration.ofSeconds(10);
        private static final int LIVES = 5;

        static Pace of(Duration again) {
            var look = again.compareTo(LOOK_MAX) < 0 ? again : LOOK_MAX;
            return new Pace(look, again, again.multipliedBy(LIVES));
        }
    }

    /// What a round needs beside the Alertmanager itself.
    ///
    /// @param isSender whether this analyzer is the one that sends
    record Surroundings(Database database, BooleanSupplier isSender, InstantSource clock) {}

    private static final Logger LOG = System.getLogger(AlertRounds.class.getName());
    /// Some hundred kilobytes: proxies refuse what is larger than a megabyte.
    static final int ALERTS_AT_ONCE = 250;

    private static final int FINDINGS_MAX = 10_000;
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    /// The beat is between two requests.
    private static final Duration SILENCE_MAX = Duration.ofMinutes(10);

    private final Alertmanager alertmanager;
    private final Severity least;
    private final Pace pace;
    private final AlertPage page;
    private final Surroundings around;
    private final AlertMetrics metrics;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Heartbeat heartbeat;
    private final Thread thread;
    private Instant toldAll = Instant.EPOCH;
    private String trouble = "";
    private String refusal = "";

    AlertRounds(
            Alertmanager alertmanager,
            Severity least,
            Pace pace,
            AlertPage page,
            Surroundings around,
            AlertMetrics metrics) {
        this.alertmanager = alertmanager;
        this.least = least;
        this.pace = pace;
        this.page = page;
        this.around = around;
        this.metrics = metrics;
        var name = "alerts to " + alertmanager.url();
        this.heartbeat = new Heartbeat(name, SILENCE_MAX);
        this.thread = Lifelong.platform(name, this::run);
    }

    void start() {
        thread.start();
    }

    Heartbeat heartbeat() {
        return heartbeat;
    }

    private void run() {
        try {
            do {
                heartbeat.beat();
                roundOrSay();
            } while (!stop.await(pace.look().toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Nothing may leave the thread. The same trouble is said once.
    private void roundOrSay() throws InterruptedException {
        try {
            round();
            trouble = "";
        } catch (DatabaseException | SchemaException | RuntimeException e) {
            if (stop.getCount() == 0) {
                return;
            }
            metrics.failed();
            var words = String.valueOf(e.getMessage());
            if (!words.equals(trouble)) {
                LOG.log(
                        Level.WARNING,
                        "What to tell %s could not be read, which is tried again: %s"
                                .formatted(alertmanager.url(), words),
                        e);
            }
            trouble = words;
        }
    }

    /// Tells what there is to tell, once.
    void round() throws DatabaseException, SchemaException, InterruptedException {
        if (!around.isSender().getAsBoolean()) {
            metrics.waiting(0);
            return;
        }
        around.database().migrate();
        var now = around.clock().instant();
        var isAll = toldAll.isAfter(now) || !toldAll.plus(pace.again()).isAfter(now);
        var due = due(now).stream()
                .filter(alert -> isAll || alert.isNews())
                .sorted(Comparator.comparing(alert -> !alert.isNews()))
                .toList();
        metrics.waiting(due.stream().filter(Alert::isNews).count());
        if (isAll) {
            toldAll = now;
        }
        tell(due);
    }

    /// Returns all alerts, and notes those that are new before they go out.
    private List<Alert> due(Instant now) throws DatabaseException {
        try (var session = around.database().session()) {
            var tables = new NoticeTables(session, alertmanager.url().toString());
            var since = now.minus(DueAlerts.TOLD_AGAIN);
            var alerts = new DueAlerts(new MuteTables(session).inForce(now), least, now)
                    .of(tables.findings(since, FINDINGS_MAX), tables.notices(since));
            tables.begin(keys(alerts, alert -> alert.isFiring() && alert.isNews()));
            session.commit();
            return alerts;
        }
    }

    private static List<Notice.Key> keys(List<Alert> alerts, Predicate<Alert> which) {
        return alerts.stream().filter(which).map(Alert::key).toList();
    }

    /// An Alertmanager that does not answer is given time until the next round.
    private void tell(List<Alert> alerts) throws DatabaseException, InterruptedException {
        for (var some : parts(alerts)) {
            if (stop.getCount() == 0) {
                return;
            }
            heartbeat.beat();
            var now = around.clock().instant();
            switch (alertmanager.post(page.of(some, now))) {
                case Taken() -> taken(some, now);
                case Refused(var words) -> notTaken(some, words);
                case Silence(var words) -> {
                    notTaken(some, words);
                    return;
                }
            }
        }
    }

    private static List<List<Alert>> parts(List<Alert> alerts) {
        var parts = new ArrayList<List<Alert>>();
        for (var i = 0; i < alerts.size(); i += ALERTS_AT_ONCE) {
            parts.add(alerts.subList(i, Math.min(alerts.size(), i + ALERTS_AT_ONCE)));
        }
        return parts;
    }

    private void taken(List<Alert> alerts, Instant now) throws DatabaseException {
        try (var session = around.database().session()) {
            var tables = new NoticeTables(session, alertmanager.url().toString());
            tables.fired(keys(alerts, alert -> alert.isNews() && alert.isFiring()), now);
            tables.resolved(keys(alerts, alert -> alert.isNews() && !alert.isFiring()), now);
            session.commit();
        }
        metrics.took(alerts.size());
        if (!refusal.isEmpty()) {
            LOG.log(Level.INFO, "{0} takes alerts again", alertmanager.url());
        }
        refusal = "";
    }

    private void notTaken(List<Alert> alerts, String words) {
        if (stop.getCount() == 0) {
            return;
        }
        metrics.didNotTake(alerts.size());
        if (!words.equals(refusal)) {
            LOG.log(Level.WARNING, "{0} does not take alerts, which are sent again: {1}", alertmanager.url(), words);
        }
        refusal = words;
    }

    /// Says that it is to end, and ends what is under way.
    void end() {
        stop.countDown();
        alertmanager.close();
    }

    @Override
    public void close() {
        end();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
