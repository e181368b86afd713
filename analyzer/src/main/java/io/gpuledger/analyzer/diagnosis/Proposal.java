package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Creation;
import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.NewPod;
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
import java.util.stream.Stream;

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
    /// @param creation what the API server would make of them, where their spec can be read
    public record Explained(Proposal proposal, Verdict verdict, OptionalLong together, Optional<Creation> creation) {
        /// Says whether all of them would start now, as far as that is known.
        public boolean starts() {
            return isMade()
                    && verdict.blocker() == Blocker.NONE
                    && (proposal.pods() == 1 || together.orElse(0) >= proposal.pods());
        }

        /// Returns the same for somebody who is to be told nothing of others.
        public Explained apart() {
            return new Explained(proposal, verdict.apart(), together, creation);
        }

        private boolean isMade() {
            return refused().isEmpty() && room().orElse(proposal.pods()) >= proposal.pods();
        }

        /// Returns why one of them would not be made, in sentences.
        public List<String> refused() {
            return creation.map(Creation::refusals).orElse(List.of()).stream()
                    .map(RefusalWords::sentence)
                    .toList();
        }

        /// Returns how many of them quotas have room for; nothing where no quota is about them.
        public OptionalLong room() {
            return creation.map(Creation::room).orElse(OptionalLong.empty());
        }

        /// Returns what would keep them: what keeps them from being made, or what would keep one of them. Where one
        /// would fit, and not all, it is the room for all that is missing.
        public Blocker blocker() {
            if (!isMade()) {
                return RefusalWords.blocker(creation.map(Creation::refusals).orElse(List.of()));
            }
            return verdict.blocker() == Blocker.NONE && !starts() && together.isPresent()
                    ? Blocker.GANG
                    : verdict.blocker();
        }
    }

    /// Says whether they would want to be near pods of other namespaces, or away from them.
    public boolean looksBeyondItsNamespace() {
        return PodSpec.read(namespace, name, labels, spec) instanceof Known(Ask ask)
                && Stream.concat(ask.company().together().stream(), ask.company().apart().stream())
                        .anyMatch(term -> term.isBeyond(namespace));
    }

    /// Returns what the API server would make of one of them; nothing where the spec cannot be read.
    Optional<Creation> creation(Facts facts) {
        return NewPod.read(spec).map(pod -> Creation.of(facts, namespace, pod));
    }

    private SpecReading need(Optional<Creation> creation) {
        var need = PodSpec.read(namespace, name, labels, spec);
        return need instanceof Known(var ask) && creation.isPresent()
                ? new Known(ask.requesting(creation.get().resources().requests()))
                : need;
    }

    /// Returns one of them as it would wait, had it been made.
    WaitingPod waiting(Optional<Creation> creation) {
        var need = need(creation);
        return new WaitingPod(
                "",
                namespace,
                name,
                "",
                "",
                Optional.empty(),
                millis,
                need instanceof Known(Ask ask) ? gpus(ask) : new TreeMap<>(),
                creation.map(Creation::priority).orElse(OptionalLong.empty()),
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
