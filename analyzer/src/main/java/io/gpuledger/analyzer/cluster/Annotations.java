package io.gpuledger.analyzer.cluster;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Says which annotations are kept: ours, those that keep a pod on its node, those by which a pod has a part of a
/// GPU, and those that a setting names. All others are the business of other programs, and one of them may hold a
/// whole manifest, with all that is in a container's environment.
///
/// @param names the normal names ([LabelName#normal]) of those that are kept and not ours
public record Annotations(Set<String> names) {
    private static final String OURS = "gpu_ledger_io_";

    public Annotations {
        names = names.stream().map(LabelName::normal).collect(Collectors.toUnmodifiableSet());
    }

    /// Returns the annotations that are kept, written as [Pairs].
    ///
    /// @param all all annotations, by their names in Kubernetes or by their normal ones
    public String text(Map<String, String> all) {
        var kept = new TreeMap<String, String>();
        all.forEach((name, value) -> {
            var normal = LabelName.normal(name);
            if (normal.startsWith(OURS)
                    || EvictionAnnotations.contains(normal)
                    || SharedByKai.contains(normal)
                    || names.contains(normal)) {
                kept.put(normal, value);
            }
        });
        return Pairs.text(kept);
    }
}
