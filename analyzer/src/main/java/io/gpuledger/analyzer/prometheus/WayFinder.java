package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.read.BadAnswerException;
import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.parse.read.TimeRange;
import io.gpuledger.analyzer.prometheus.peer.Peer;
import io.gpuledger.analyzer.prometheus.peer.PeerException;
import io.gpuledger.analyzer.prometheus.peer.PeerException.Remedy;
import java.util.ArrayList;
import java.util.List;

/// Finds the best way that a server knows, by asking for next to nothing by each of them.
final class WayFinder {
    private static final SeriesSink NOTHING = new SeriesSink() {
        @Override
        public boolean series(String name, Labels labels) {
            return false;
        }

        @Override
        public void sample(long millis, double value) {
            // None is wanted.
        }
    };

    private WayFinder() {}

    /// @param millis an instant of which the server may have samples
    /// @throws PeerException where it knows none of the ways, or cannot be asked at all
    static Way find(Peer peer, long millis) throws PeerException, InterruptedException {
        var refusals = new ArrayList<String>();
        for (var way : Way.values()) {
            try {
                way.read(peer, new TimeRange(millis - 1, millis), List.of(Matcher.ofMetric("up")), NOTHING);
                return way;
            } catch (PeerException e) {
                if (!doesNotKnow(way, e)) {
                    throw e;
                }
                refusals.add("%s: %s".formatted(way, e.getMessage()));
            }
        }
        throw new PeerException(
                Remedy.CHANGE,
                "it gives its samples in none of the known ways (--prometheus-way names one): "
                        + String.join("; ", refusals));
    }

    /// Whether the failure means that the server does not know the way: it says so, or somebody answers who has a page
    /// of his own for each address, as some proxies do. All servers know the query, so that a bad answer to it is a
    /// failure.
    private static boolean doesNotKnow(Way way, PeerException failure) {
        return failure.remedy() == Remedy.CHANGE
                || (way != Way.QUERY && failure.getCause() instanceof BadAnswerException);
    }
}
