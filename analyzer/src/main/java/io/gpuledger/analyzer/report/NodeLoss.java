package io.gpuledger.analyzer.report;

import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;

/// The time that was lost on a node in a week, in milliseconds of GPUs.
///
/// @param causes both of what was unhealthy and of what was not seen
public record NodeLoss(String cluster, String node, long unhealthy, long unobserved, SortedMap<String, Long> causes) {
    static final Comparator<NodeLoss> WORST_FIRST = Comparator.<NodeLoss>comparingLong(loss -> -loss.all())
            .thenComparing(NodeLoss::cluster)
            .thenComparing(NodeLoss::node);

    public NodeLoss {
        causes = new TreeMap<>(causes);
    }

    public long all() {
        return unhealthy + unobserved;
    }
}
