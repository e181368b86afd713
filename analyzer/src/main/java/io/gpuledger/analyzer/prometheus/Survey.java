package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import io.gpuledger.analyzer.source.Catalog;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Knows which series a Prometheus is asked for, and looks which of them it has.
public final class Survey {
    private static final Duration MOST = Duration.ofMinutes(6);
    private static final Duration LEAST = Duration.ofSeconds(30);
    private static final List<Duration> EARLIER = List.of(
            Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1), Duration.ofDays(7));

    private final Peer peer;
    private final Catalog catalog;
    private final List<Matcher> matchers;

    /// @param more metrics that mean something beside those of the catalog
    public Survey(Peer peer, Catalog catalog, Stream<String> more) {
        this.peer = peer;
        this.catalog = catalog;
        this.matchers = List.of(new Matcher(
                Matcher.Type.LIKE,
                Matcher.METRIC_NAME,
                Stream.concat(catalog.metrics().stream(), more).sorted().collect(Collectors.joining("|"))));
    }

    /// Returns what the series have to be like that are asked for.
    List<Matcher> matchers() {
        return matchers;
    }

    /// Looks at the minutes before an instant, or at some of before where nothing was told of any GPU in these: a
    /// Prometheus that scrapes no more may have a past.
    ///
    /// @param way empty where it is to be found
    public Preflight look(Optional<Way> way, Instant until) throws PeerException, InterruptedException {
        var by = way.isPresent() ? way.orElseThrow() : WayFinder.find(peer, until.toEpochMilli());
        return look(by, until, () -> {});
    }

    /// @param before runs before each question
    Preflight look(Way way, Instant until, Runnable before) throws PeerException, InterruptedException {
        return newest(until, earlier -> minutes(way, earlier, before));
    }

    /// Looks at the minutes before an instant.
    interface Look {
        Preflight before(Instant until) throws PeerException, InterruptedException;
    }

    /// Returns what the newest look finds that finds a GPU, or else what the first one does.
    static Preflight newest(Instant until, Look look) throws PeerException, InterruptedException {
        var now = look.before(until);
        for (var back = 0; now.gpus() == 0 && back < EARLIER.size(); back++) {
            var then = look.before(until.minus(EARLIER.get(back)));
            if (then.gpus() > 0) {
                return then;
            }
        }
        return now;
    }

    private Preflight minutes(Way way, Instant until, Runnable before) throws PeerException, InterruptedException {
        var time = MOST;
        while (true) {
            before.run();
            try {
                return look(way, new TimeRange(until.minus(time).toEpochMilli(), until.toEpochMilli()));
            } catch (PeerException e) {
                time = time.dividedBy(2);
                if (e.remedy() != Remedy.LESS || time.compareTo(LEAST) < 0) {
                    throw e;
                }
            }
        }
    }

    private Preflight look(Way way, TimeRange range) throws PeerException, InterruptedException {
        var inventory = new Inventory(catalog);
        way.read(peer, range, matchers, inventory);
        return Preflight.of(inventory, catalog, Instant.ofEpochMilli(range.toMillis()));
    }
}
