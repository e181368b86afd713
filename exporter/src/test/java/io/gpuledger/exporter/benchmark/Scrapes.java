package io.gpuledger.exporter.benchmark;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Scrapes on a schedule, and looks at each page. A scrape counts from the instant that it was due, so one that had to
/// wait for the one before it is none the quicker for that. For one thread.
final class Scrapes implements AutoCloseable {
    private static final String OPEN_METRICS = "Accept: application/openmetrics-text;version=1.0.0";
    private static final List<RawRequest> IN_TURN = List.of(
            RawRequest.PLAIN,
            RawRequest.GZIP,
            RawRequest.PLAIN,
            RawRequest.GZIP,
            RawRequest.get("/metrics", OPEN_METRICS),
            RawRequest.get("/metrics", OPEN_METRICS, "Accept-Encoding: gzip"));
    /// A new connection every so often: accepting them is part of the work.
    private static final int SCRAPES_A_CONNECTION = 100;
    private static final int FINDINGS_MAX = 1_000;

    private final int port;
    private final Findings findings;
    private final PageCheck check = new PageCheck();
    private final List<Long> nanos = new ArrayList<>();
    private Optional<RawConnection> open = Optional.empty();
    private int pages;
    private int openMetrics;

    Scrapes(int port, Findings findings) {
        this.port = port;
        this.findings = findings;
    }

    /// Scrapes until the time is over, or too much has gone wrong for more to be learned.
    void run(Duration duration, Duration interval) throws IOException, InterruptedException {
        var begun = System.nanoTime();
        var end = begun + duration.toNanos();
        for (var due = begun; due < end && findings.count() < FINDINGS_MAX; due += interval.toNanos()) {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
            scrape(due);
            pages++;
            if (pages % SCRAPES_A_CONNECTION == 0) {
                close();
            }
        }
    }

    private void scrape(long due) throws IOException {
        try {
            var connection = connection();
            var answer = connection.exchange(IN_TURN.get(pages % IN_TURN.size()));
            nanos.add(System.nanoTime() - due);
            openMetrics += PageCheck.isOpenMetrics(answer) ? 1 : 0;
            check.problems(answer, Instant.now()).forEach(problem -> findings.add("page " + pages + ": " + problem));
        } catch (IOException | RuntimeException e) {
            findings.add("page " + pages + ": " + e);
            close();
        }
    }

    private RawConnection connection() throws IOException {
        var connection = open.isPresent() ? open.get() : new RawConnection(port);
        open = Optional.of(connection);
        return connection;
    }

    /// Ends the connection; the next scrape opens another.
    @Override
    public void close() throws IOException {
        if (open.isPresent()) {
            open.get().close();
            open = Optional.empty();
        }
    }

    int pages() {
        return pages;
    }

    int openMetrics() {
        return openMetrics;
    }

    int snapshots() {
        return check.snapshots();
    }

    int countersWatched() {
        return check.countersWatched();
    }

    Quantiles quantiles() {
        return Quantiles.of(nanos.stream().mapToLong(Long::longValue).toArray());
    }
}
