package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.PodSpec;
import io.gpuledger.analyzer.fit.spec.SpecReading;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A proposal is of pods that nobody has made yet.
///
/// @param labels those that they would have
/// @param spec their spec, as JSON in the words of Kubernetes
/// @param pods how many there would be
/// @param millis when they would be made, in milliseconds since 1970
public record Proposal(
        String namespace, String name, SortedMap<String, String> labels, String spec, long pods, long millis) {
    /// This is what is said of them.
    ///
    /// @param verdict of one of them, if it were made
    /// @param together how many of them would fit at once, where that can be found out
    public record Explained(Proposal proposal, Verdict verdict, OptionalLong together) {
        /// Says whether all of them would start now, as far as that is known.
        public boolean starts() {
            return verdict.blocker() == Blocker.NONE && (proposal.pods() == 1 || together.orElse(0) >= proposal.pods());
        }

        /// Returns what would keep them. Where one would fit, and not all, it is the room for all that is missing.
        public Blocker blocker() {
            return verdict.blocker() == Blocker.NONE && !starts() && together.isPresent()
                    ? Blocker.GANG
                    : verdict.blocker();
        }
    }

    SpecReading need() {
        return PodSpec.read(namespace, name, labels, spec);
    }

    /// Returns one of them as it would wait.
    WaitingPod waiting() {
        var need = need();
        return new WaitingPod(
                "",
                namespace,
                name,
                "",
                "",
                Optional.empty(),
                millis,
                need instanceof Known(Ask ask) ? gpus(ask) : new TreeMap<>(),
                OptionalLong.empty(),
                Optional.empty(),
                need instanceof Known(Ask ask) ? ask.gates() : List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                labels,
                need);
    }

    private static SortedMap<String, BigDecimal> gpus(Ask ask) {
        var gpus = new TreeMap<String, BigDecimal>();
        for (Map.Entry<String, Long> request : ask.requests().entrySet()) {
            if (Resource.isGpu(request.getKey())) {
                gpus.put(request.getKey(), BigDecimal.valueOf(request.getValue()));
            }
        }
        return gpus;
    }
}
