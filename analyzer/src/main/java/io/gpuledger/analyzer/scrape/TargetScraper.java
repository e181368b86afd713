package io.gpuledger.analyzer.scrape;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.ERROR;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.scrape.PageMapper.Read;
import io.gpuledger.analyzer.scrape.TargetState.Failed;
import io.gpuledger.analyzer.scrape.TargetState.Health;
import io.gpuledger.analyzer.scrape.TargetState.LastPage;
import io.gpuledger.analyzer.scrape.discovery.Target;
import io.gpuledger.analyzer.scrape.http.FetchException;
import io.gpuledger.analyzer.scrape.http.FetchedPage;
import io.gpuledger.analyzer.scrape.http.Peer;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The life of a target: its connection, its mapper, what is known of it. One scrape at a time.
final class TargetScraper {
    private static final System.Logger LOG = System.getLogger(TargetScraper.class.getName());

    /// Holds what all of them share.
    record ScrapeContext(Intake intake, Timekeeper clock, ScrapeMetrics metrics, TargetLog log) {}

    /// A page that was read; its buffer is gone.
    private record Fetched(Read read, int length, long wireBytes, Optional<Instant> date) {}

    private final Target target;
    private final String url;
    private final Peer peer;
    private final PageMapper mapper;
    private final ScrapeContext with;
    private volatile TargetState state;
    private boolean running;
    private boolean stopped;

    TargetScraper(Target target, Peer peer, PageMapper mapper, ScrapeContext with) {
        this.target = target;
        this.url = target.url().toString();
        this.peer = peer;
        this.mapper = mapper;
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
            with.metrics().ended(ScrapeOutcome.DEFECT);
            LOG.log(ERROR, "scraping " + url + " failed by a defect", e);
            var why = "a defect of this program, which its log describes: " + e;
            down(with.clock().instant(), Duration.ZERO, new Failed(ScrapeOutcome.DEFECT, why));
        } finally {
            end();
        }
    }

    private ScrapeOutcome scrape() {
        var started = with.clock().instant();
        var nanos = System.nanoTime();
        try {
            var fetched = fetch(started);
            read(fetched, started, Duration.ofNanos(System.nanoTime() - nanos));
            return stored(fetched.read(), started);
        } catch (FetchException e) {
            var outcome = ScrapeOutcome.of(e.failure());
            down(started, Duration.ofNanos(System.nanoTime() - nanos), new Failed(outcome, e.reason()));
            return outcome;
        } catch (BadPageException e) {
            var why = String.valueOf(e.getMessage());
            down(started, Duration.ofNanos(System.nanoTime() - nanos), new Failed(ScrapeOutcome.BAD_PAGE, why));
            return ScrapeOutcome.BAD_PAGE;
        }
    }

    private Fetched fetch(Instant started) throws FetchException, BadPageException {
        return peer.<Fetched, BadPageException>get(target.timeout(), page -> fetched(page, started));
    }

    private Fetched fetched(FetchedPage page, Instant started) throws BadPageException {
        var read = mapper.read(page.bytes(), page.length(), page.contentType(), started.toEpochMilli());
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
                new LastPage(
                        read.samples(),
                        read.ignored(),
                        read.problems(),
                        read.problem(),
                        read.series(),
                        fetched.length(),
                        fetched.date().map(date -> skew(date, started, started.plus(took)))),
                0);
        is(now);
        if (now.isSkewed() && !before.isSkewed()) {
            with.log().skewed(url, now.skew().orElseThrow().toSeconds());
        }
        if (before.lastError().isPresent()) {
            with.log().wellAgain(url);
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

    private ScrapeOutcome stored(Read read, Instant started) {
        var rows = read.batch().rows().size();
        try {
            if (!read.batch().isEmpty()) {
                with.intake().take(read.batch());
            }
        } catch (NotTakenException e) {
            var why = String.valueOf(e.getMessage());
            is(state.notStored("not stored: " + why));
            with.log().notStored(url, why);
            return ScrapeOutcome.NOT_STORED;
        }
        // A test of what survives a crash reads this line.
        LOG.log(DEBUG, () -> "stored %s %d rows=%d".formatted(url, started.toEpochMilli(), rows));
        return ScrapeOutcome.OK;
    }

    private void down(Instant started, Duration took, Failed how) {
        var before = state;
        is(before.down(started, took, how));
        if (before.failed().isEmpty()) {
            with.log().down(url, how.why());
        }
    }
}
