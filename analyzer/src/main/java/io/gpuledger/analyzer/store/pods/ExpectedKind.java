package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.stranded.ExpectedPod;
import io.gpuledger.analyzer.stranded.Lens;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A kind of pod that is expected to come, as it is kept.
///
/// @param spec of one of them
record ExpectedKind(String spec, SortedSet<String> namespaces, long gpuSeconds) {
    ExpectedKind {
        namespaces = Collections.unmodifiableSortedSet(new TreeSet<>(namespaces));
    }

    /// Returns the lens that such pods make. What cannot be read of a spec is left out.
    static Lens lens(List<ExpectedKind> kinds) {
        var all = (double)
                Math.max(1, kinds.stream().mapToLong(ExpectedKind::gpuSeconds).sum());
        return new Lens(kinds.stream()
                .flatMap(kind -> kind.pod(kind.gpuSeconds() / all).stream())
                .toList());
    }

    private Optional<ExpectedPod> pod(double part) {
        return PodSpec.read("", "", Map.of(), spec) instanceof Known known
                ? Optional.of(new ExpectedPod(known.ask(), namespaces, part))
                : Optional.empty();
    }
}
