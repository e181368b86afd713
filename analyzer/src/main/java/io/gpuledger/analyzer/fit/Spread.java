package io.gpuledger.analyzer.fit;

/// A constraint on how pods are spread over the values of a label of nodes, its domains. Only constraints are
/// kept that must hold (`DoNotSchedule`).
///
/// @param key the label
/// @param skewMax by how many a domain may have more than the one that has the fewest
/// @param domainsMin while there are fewer domains, the fewest count as none
/// @param pods the pods that are counted, in the namespace of the pod that has the constraint
/// @param heedsAffinity whether only nodes count that its selector and node affinity allow
/// @param heedsTaints whether only nodes count of which it tolerates the taints
public record Spread(
        String key, int skewMax, int domainsMin, Selection pods, boolean heedsAffinity, boolean heedsTaints) {
    @Override
    public String toString() {
        return "%s of %s over %s".formatted(skewMax, pods, key);
    }
}
