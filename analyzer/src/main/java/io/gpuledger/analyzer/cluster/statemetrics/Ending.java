package io.gpuledger.analyzer.cluster.statemetrics;

import java.util.Optional;

/// When what is not said any more is over.
enum Ending {
    /// Of pages on which all stands: what two of them lack, since the first. One may have been written by a
    /// kube-state-metrics that had only begun to ask the API server.
    BY_PAGE {
        @Override
        Optional<Long> of(Known known, Pulse pulse) {
            if (known.said() < pulse.newest()) {
                known.miss(pulse.newest());
            }
            return known.missing().filter(since -> since < pulse.newest());
        }
    },
    /// Of series that come in pieces: since its end, where it was told to have ended. Prometheus tells that of a
    /// series that is not on the page any more, but also of all of them when there is no page. Else since it was
    /// first missed, once it was not said for so long that Prometheus would not show it any more. Either way
    /// others have to be told of since.
    BY_SILENCE {
        @Override
        Optional<Long> of(Known known, Pulse pulse) {
            var quiet = pulse.heard() - known.heard();
            if (known.missing().isPresent()) {
                return quiet >= ENDED_MILLIS ? known.missing() : Optional.empty();
            }
            return quiet >= SILENT_MILLIS ? Optional.of(known.said() + pulse.step()) : Optional.empty();
        }
    };

    private static final long ENDED_MILLIS = 2 * 60_000;
    private static final long SILENT_MILLIS = 5 * 60_000;

    abstract Optional<Long> of(Known known, Pulse pulse);
}
