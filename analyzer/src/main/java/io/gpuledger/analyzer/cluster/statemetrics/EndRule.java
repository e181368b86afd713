package io.gpuledger.analyzer.cluster.statemetrics;

import java.util.Optional;

/// When what is not said any more is over.
enum EndRule {
    /// Of pages on which all stands: what two of them lack, since the first. One may have been written by a
    /// kube-state-metrics that had only begun to ask the API server.
    BY_PAGE {
        @Override
        Optional<Long> of(AttributeState attribute, OriginClock clock) {
            if (attribute.said() < clock.newest()) {
                attribute.miss(clock.newest());
            }
            return attribute.missing().filter(since -> since < clock.newest());
        }
    },
    /// Of series that come in pieces: since its end, where it was told to have ended. Prometheus tells that of a
    /// series that is not on the page any more, but also of all of them when there is no page. Else since it was
    /// first missed, once it was not said for so long that Prometheus would not show it any more. Either way
    /// others have to be told of since.
    BY_SILENCE {
        @Override
        Optional<Long> of(AttributeState attribute, OriginClock clock) {
            var quiet = clock.active() - attribute.active();
            if (attribute.missing().isPresent()) {
                return quiet >= ENDED_MILLIS ? attribute.missing() : Optional.empty();
            }
            return quiet >= SILENT_MILLIS ? Optional.of(attribute.said() + clock.step()) : Optional.empty();
        }
    };

    private static final long ENDED_MILLIS = 2 * 60_000;
    private static final long SILENT_MILLIS = 5 * 60_000;

    abstract Optional<Long> of(AttributeState attribute, OriginClock clock);
}
