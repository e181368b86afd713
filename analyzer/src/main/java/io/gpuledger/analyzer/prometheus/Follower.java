package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.store.postgres.DatabaseException;
import io.gpuledger.analyzer.store.postgres.SchemaException;
import io.gpuledger.analyzer.store.progress.ReadProgress;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.service.life.Heartbeat;
import io.gpuledger.service.life.Lifelong;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Reads one Prometheus, on a thread of its own: one window after the other, so that it has one question at a time to
/// answer. What is new is read each half minute, and the past in between. What was read is safe before it is noted as
/// read.
public final class Follower implements AutoCloseable {
    private static final Duration INTERVAL = Duration.ofSeconds(30);
    private static final Duration SILENCE_MAX = Duration.ofMinutes(30);
    private static final Duration FAREWELL = Duration.ofSeconds(10);
    private static final Duration BEHIND = Duration.ofMillis(200);
    /// The past is believed to be in the books when nothing of it has waited for so long.
    private static final Duration CALM = Duration.ofMinutes(15);

    private final Peer peer;
    private final ReadSettings settings;
    private final Survey survey;
    private final Supplier<Course.Outlet> outlets;
    private final ReadProgress progress;
    private final Surroundings around;
    private final Timekeeper clock;
    private final ReadMetrics metrics;
    private final ReadLog log;
    private final ReadRate rate = new ReadRate();
    private final WindowLength length = new WindowLength();
    private final RetryDelay delay = new RetryDelay();
    private final Calm calm = new Calm(CALM, System::nanoTime);
    private final Rests rests;
    private Gaps gaps = new Gaps(Duration.ZERO);
    private final Stretches stretches = new Stretches(this::course);
    private final Heartbeat heartbeat;
    private final Thread thread;

    private Optional<Way> way;
    private Optional<Preflight> preflight = Optional.empty();
    private Optional<String> trouble = Optional.empty();
    private Optional<Reached> known = Optional.empty();
    private Optional<PastPlan> plan = Optional.empty();
    private boolean isFilled;
    private volatile boolean isEnding;

    /// @param survey of what is asked for
    /// @param outlets makes one for each course
    public Follower(
            Peer peer,
            ReadSettings settings,
            Survey survey,
            Supplier<Course.Outlet> outlets,
            ReadProgress progress,
            Surroundings around,
            Timekeeper clock,
            MeterRegistry registry) {
        this.peer = peer;
        this.settings = settings;
        this.survey = survey;
        this.outlets = outlets;
        this.progress = progress;
        this.around = around;
        this.rests = new Rests(around, settings.pause());
        this.clock = clock;
        this.metrics = new ReadMetrics(registry, peer.url(), settings.shard(), clock);
        this.log = new ReadLog(settings.source());
        this.way = settings.way();
        var name = "reads " + peer.url();
        this.heartbeat = new Heartbeat(name, SILENCE_MAX);
        this.thread = Lifelong.platform(name, this::run);
    }

    public void start() {
        thread.start();
    }

    public Heartbeat heartbeat() {
        return heartbeat;
    }

    public ReadState state() {
        return metrics.state();
    }

    private void run() {
        try {
            while (!isEnding) {
                heartbeat.beat();
                Thread.sleep(stepOrSay());
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns after what time the next step is due.
    private Duration stepOrSay() throws InterruptedException {
        try {
            var pause = step();
            delay.worked();
            return pause;
        } catch (PeerException e) {
            if (!isEnding) {
                failed(String.valueOf(e.getMessage()));
                metrics.failed(e.remedy());
            }
            return e.remedy() == Remedy.LESS ? Duration.ZERO : delay.next();
        } catch (DatabaseException | SchemaException e) {
            failed("the database does not say what was read before: " + e.getMessage());
            return delay.next();
        }
    }

    private void failed(String why) {
        log.failed(why);
        trouble = Optional.of(why);
        metrics.state(metrics.state().inTrouble(way, why));
    }

    private Duration step() throws PeerException, InterruptedException, DatabaseException, SchemaException {
        var reached = reached();
        var now = clock.believed();
        var until = PastPlan.until(now.minus(settings.delay()), reached.all(), INTERVAL);
        var wanted = plan(now);
        lookWhetherFilled(left(wanted, reached, until));
        findWay();
        var next = wanted.next(reached.all(), until);
        var standing = wanted.standing(reached.all(), until);
        var rest = next.flatMap(missing -> rests.why(missing, until, now, standing));
        tell(wanted, reached, until, rest);
        if (next.isEmpty()) {
            return INTERVAL.dividedBy(6);
        }
        if (rest.isPresent()) {
            return BEHIND;
        }
        read(reached, next.orElseThrow(), until);
        return Duration.ZERO;
    }

    private Reached reached() throws DatabaseException, SchemaException {
        if (known.isEmpty()) {
            known = Optional.of(Reached.load(progress));
        }
        return known.orElseThrow();
    }

    private void findWay() throws PeerException, InterruptedException {
        try {
            if (way.isEmpty()) {
                way = Optional.of(WayFinder.find(peer, clock.millis()));
            }
            if (preflight.isEmpty()) {
                var by = way.orElseThrow();
                var found = survey.look(by, clock.believed().minus(settings.delay()), heartbeat::beat);
                preflight = Optional.of(found);
                gaps = new Gaps(found.interval().orElse(Duration.ZERO));
                log.begins(by, found);
            }
        } catch (PeerException e) {
            // Nothing is asked for that could be less.
            throw e.remedy() == Remedy.LESS ? new PeerException(Remedy.LATER, String.valueOf(e.getMessage()), e) : e;
        }
    }

    private PastPlan plan(Instant now) {
        if (plan.isEmpty()) {
            plan = Optional.of(PastPlan.of(now, settings.past()));
        }
        return plan.orElseThrow();
    }

    /// Returns how much of the past is left. What has just come is not meant: there is always some of it.
    private static Duration left(PastPlan wanted, Reached reached, long until) {
        return Duration.ofMillis(wanted.left(reached.all(), until - Rests.FRESH.toMillis()));
    }

    private void read(Reached reached, Span missing, long until) throws PeerException, InterruptedException {
        var stretch = stretches.of(missing, until);
        var window = stretch.window(missing, length.millis());
        var asked = window.toMillis() - window.fromMillis();
        var began = System.nanoTime();
        try {
            var had = stretch.course().read(window);
            length.answered(asked, had.samples());
            rate.add(had.samples(), asked, System.nanoTime() - began);
            metrics.read(had, stretch.course().series());
            log.gaps(had.gaps(), clock.millis());
            had.newest().ifPresent(newest -> clock.told(Instant.ofEpochMilli(newest)));
            trouble = Optional.empty();
        } catch (PeerException e) {
            throw tooMuch(e, asked);
        }
        stretch.read(window, missing).ifPresent(reached::add);
    }

    /// Where even the shortest window is too much, it is asked for again later.
    private PeerException tooMuch(PeerException failure, long asked) {
        return switch (failure.remedy()) {
            // Some servers say of too much that it is a bad question.
            case CHANGE, LATER -> {
                length.wentWrong(asked);
                yield failure;
            }
            case LESS ->
                length.wasTooMuch(asked)
                        ? failure
                        : new PeerException(
                                Remedy.LATER, failure.getMessage() + ", even of the shortest time", failure);
        };
    }

    private Course course() {
        var by = way.orElseThrow();
        return new Course(
                (TimeRange range, WindowSamples samples) -> survey.ask(by, range, samples, heartbeat::beat),
                beating(outlets.get()),
                clock,
                gaps);
    }

    private void tell(PastPlan wanted, Reached reached, long until, Optional<String> rest) {
        var newest = reached.all().isEmpty()
                ? Optional.<Instant>empty()
                : Optional.of(Instant.ofEpochMilli(reached.all().getLast().to()));
        var left = left(wanted, reached, until);
        var state = new ReadState(
                settings.source(),
                way,
                rate.samples(),
                rate.perSecond(),
                left,
                rate.timeFor(left),
                newest,
                trouble,
                rest,
                gaps.newest(),
                preflight.map(Preflight::lacks).orElse(List.of()));
        metrics.state(state);
        if (trouble.isEmpty()) {
            log.read(state);
        }
    }

    /// An intake may wait for the disk for as long as nobody makes room, and is no thread that hangs.
    private Course.Outlet beating(Course.Outlet outlet) {
        return new Course.Outlet(outlet.mapper(), batch -> {
            heartbeat.beat();
            outlet.intake().take(batch);
        });
    }

    /// Once all of the past was read, and nothing of it has waited to be booked for a while, it need not be kept.
    private void lookWhetherFilled(Duration left) {
        if (!isFilled && calm.look(left.isZero() && around.areBooksKept().getAsBoolean())) {
            isFilled = true;
            stretches.forgetPast();
            around.filled().run();
        }
    }

    /// Says that it is to end, and ends what is under way.
    @Override
    public void close() {
        isEnding = true;
        peer.close();
        thread.interrupt();
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
