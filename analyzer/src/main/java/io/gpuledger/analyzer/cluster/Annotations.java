package io.gpuledger.analyzer.cluster;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Which annotations are kept: ours, and those that a setting names. All others are the business of other programs, and
/// may be a whole manifest, with what a container's environment holds.
///
/// @param names those that are not ours, by [LabelName#normal]
public record Annotations(Set<String> names) {
    private static final String OURS = "gpu_ledger_io_";

    public Annotations {
        names = names.stream().map(LabelName::normal).collect(Collectors.toUnmodifiableSet());
    }

    /// The annotations that are kept, written as [Pairs].
    ///
    /// @param all by their names in Kubernetes, or by their normal ones
    public String text(Map<String, String> all) {
        var kept = new TreeMap<String, String>();
        all.forEach((name, value) -> {
            var normal = LabelName.normal(name);
            if (normal.startsWith(OURS) || names.contains(normal)) {
                kept.put(normal, value);
            }
        });
        return Pairs.text(kept);
    }
}
