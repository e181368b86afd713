package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting;
import io.gpuledger.analyzer.diagnosis.FreeWhileWaiting.Part;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What stood free in a cluster within an hour while pods waited.
///
/// @param hour its begin, in milliseconds since 1970
/// @param free GPU-hours that nobody held while pods waited
/// @param wanted GPU-hours that pods waited for
/// @param parts each with its GPU-hours
public record WaitingHour(String cluster, long hour, double free, double wanted, List<Part> parts) {
    public WaitingHour {
        parts = List.copyOf(parts);
    }

    /// Gathers instants of an hour that lie equally far from each other: each stands for its part of the hour.
    public static final class Draft {
        private final String cluster;
        private final long hour;
        private final double weight;
        private final Map<Part, Double> parts = new HashMap<>();
        private double free;
        private double wanted;

        /// @param instants how many there are in the hour
        public Draft(String cluster, long hour, int instants) {
            this.cluster = cluster;
            this.hour = hour;
            this.weight = 1.0 / instants;
        }

        public void add(FreeWhileWaiting at) {
            free += at.free() * weight;
            wanted += at.wanted() * weight;
            at.parts().forEach(part -> parts.merge(part.with(0), part.gpus() * weight, Double::sum));
        }

        public WaitingHour hour() {
            return new WaitingHour(
                    cluster,
                    hour,
                    free,
                    wanted,
                    parts.entrySet().stream()
                            .map(part -> part.getKey().with(part.getValue()))
                            .toList());
        }
    }
}
