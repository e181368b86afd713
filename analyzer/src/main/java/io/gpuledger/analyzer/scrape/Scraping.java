package io.gpuledger.analyzer.scrape;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.PageReader.Read;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.FetchException;
import io.gpuledger.analyzer.scrape.http.Page;
import io.gpuledger.analyzer.scrape.http.Peer;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The life of a target: its connection, its reader, what is known of it. One scrape at a time.
final class Scraping {
    private static final System.Logger LOG = System.getLogger(Scraping.class.getName());

    /// What all of them share.
    record Surroundings(Intake intake, Timekeeper clock, ScrapeMetrics metrics, Notices notices) {}

    /// A page that was read; its buffer is gone.
    private record Fetched(Read read, int length, long wireBytes, Optional<Instant> date) {}

    private final Target target;
    private final String url;
    private final Peer peer;
    private final PageReader reader;
    private final Surroundings with;
    private volatile TargetState state;
    private boolean running;
    private boolean stopped;

    Scraping(Target target, Peer peer, PageReader reader, Surroundings with) {
        this.target = target;
        this.url = target.url().toString();
        this.peer = peer;
        this.reader = reader;
        this.with = with;
        this.state = TargetState.unknown(target);
    }

    Target target() {
        return target;
    }

    String url() {
        return url;
    }

    TargetState state() {
        return state;
    }

    synchronized boolean isRunning() {
        return running;
    }

    synchronized void foundBesides(int times) {
        if (state.duplicates() != times) {
            state = state.foundBesides(times);
        }
    }

    /// Whether a scrape may run now. One that may has to be [#run].
    synchronized boolean begin() {
        if (stopped) {
            return false;
        }
        if (running) {
            with.metrics().skipped();
            return false;
        }
        running = true;
        return true;
    }

    private synchronized void end() {
        running = false;
        if (stopped) {
            peer.close();
        }
    }

    /// After the scrape that runs, if one does.
    synchronized void stop() {
        stopped = true;
        if (!running) {
            peer.close();
        }
    }

    private synchronized void is(TargetState now) {
        state = now.foundBesides(state.duplicates());
    }

    @SuppressWarnings("CatchingUnchecked") // the edge: whatever a page does to its reader, the target is scraped again
    void run() {
        try {
            with.metrics().ended(scrape());
        } catch (RuntimeException e) {
            with.metrics().ended(Outcome.DEFECT);
            LOG.log(ERROR, "scraping " + url + " failed by a defect", e);
            down(with.clock().instant(), Duration.ZERO, "a defect of ours: " + e);
        } finally {
            end();
        }
    }

    private Outcome scrape() {
        var started = with.clock().instant();
        var nanos = System.nanoTime();
        try {
            var fetched = fetch(started);
            read(fetched, started, Duration.ofNanos(System.nanoTime() - nanos));
            return stored(fetched.read(), started);
        } catch (FetchException e) {
            down(started, Duration.ofNanos(System.nanoTime() - nanos), e.reason());
            return Outcome.of(e.failure());
        } catch (BadPageException e) {
            down(started, Duration.ofNanos(System.nanoTime() - nanos), String.valueOf(e.getMessage()));
            return Outcome.BAD_PAGE;
        }
    }

    private Fetched fetch(Instant started) throws FetchException, BadPageException {
        return peer.<Fetched, BadPageException>get(target.timeout(), page -> fetched(page, started));
    }

    private Fetched fetched(Page page, Instant started) throws BadPageException {
        var read = reader.read(page.bytes(), page.length(), page.contentType(), started.toEpochMilli());
        return new Fetched(read, page.length(), page.wireBytes(), page.date());
    }

    private void read(Fetched fetched, Instant started, Duration took) {
        with.metrics().page(fetched.length(), fetched.wireBytes());
        with.metrics().took(took);
        fetched.date().ifPresent(date -> with.clock().dated(url, date));
        var before = state;
        var read = fetched.read();
        var now = new TargetState(
                target,
                Health.UP,
                Optional.of(started),
                took,
                Optional.empty(),
                read.samples(),
                read.ignored(),
                read.problems(),
                read.problem(),
                read.series(),
                fetched.length(),
                fetched.date().map(date -> skew(date, started, started.plus(took))),
                0);
        is(now);
        if (now.isSkewed() && !before.isSkewed()) {
            with.notices().skewed(url, now.skew().orElseThrow().toSeconds());
        }
        if (before.lastError().isPresent()) {
            with.notices().wellAgain(url);
        }
    }

    /// None where its answer may have been written in between; its second has been cut off.
    private static Duration skew(Instant date, Instant started, Instant ended) {
        if (date.isAfter(ended)) {
            return Duration.between(ended, date);
        }
        var end = date.plusSeconds(1);
        return end.isBefore(started) ? Duration.between(started, end) : Duration.ZERO;
    }

    private Outcome stored(Read read, Instant started) {
        var rows = read.batch().rows().size();
        try {
            if (!read.batch().isEmpty()) {
                with.intake().take(read.batch());
            }
        } catch (NotTakenException e) {
            var why = String.valueOf(e.getMessage());
            is(state.notStored("not stored: " + why));
            with.notices().notStored(url, why);
            return Outcome.NOT_STORED;
        }
        // A test of what survives a crash reads this line.
        LOG.log(DEBUG, () -> "stored %s %d rows=%d".formatted(url, started.toEpochMilli(), rows));
        return Outcome.OK;
    }

    private void down(Instant started, Duration took, String why) {
        var before = state;
        is(before.down(started, took, why));
        if (before.lastError().isEmpty()) {
            with.notices().down(url, why);
        }
    }
}
