package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Asks a Prometheus for the series that are wanted of it, and looks which of them it has.
public final class Survey {
    private static final Duration MOST = Duration.ofMinutes(6);
    private static final Duration LEAST = Duration.ofSeconds(30);
    private static final List<Duration> EARLIER = List.of(
            Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1), Duration.ofDays(7));

    private final Peer peer;
    private final Wanted wanted;

    public Survey(Peer peer, Wanted wanted) {
        this.peer = peer;
        this.wanted = wanted;
    }

    /// Asks for all samples of a range that are wanted, one question after the other.
    ///
    /// @param before runs before each question
    void ask(Way way, TimeRange range, SeriesSink sink, Runnable before) throws PeerException, InterruptedException {
        var sieved = wanted.sieved(sink);
        for (var question : wanted.questions()) {
            before.run();
            way.read(peer, range, question, sieved);
        }
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
            try {
                return look(way, new TimeRange(until.minus(time).toEpochMilli(), until.toEpochMilli()), before);
            } catch (PeerException e) {
                time = time.dividedBy(2);
                if (e.remedy() != Remedy.LESS || time.compareTo(LEAST) < 0) {
                    throw e;
                }
            }
        }
    }

    private Preflight look(Way way, TimeRange range, Runnable before) throws PeerException, InterruptedException {
        var inventory = new Inventory(wanted.catalog());
        ask(way, range, inventory, before);
        return Preflight.of(inventory, wanted.catalog(), wanted.shard(), Instant.ofEpochMilli(range.toMillis()));
    }
}
