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
                if (e.remedy() != Remedy.CHANGE && !(way != Way.QUERY && isAnotherAnswer(e))) {
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

    /// Whether somebody answered who does not know the way, as a proxy that has a page of its own for each address.
    private static boolean isAnotherAnswer(PeerException failure) {
        return failure.getCause() instanceof BadAnswerException;
    }
}
