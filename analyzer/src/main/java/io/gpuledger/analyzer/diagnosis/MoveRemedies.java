package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.moves.MoveList;
import io.gpuledger.analyzer.moves.MoveSearch;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Adds to what is said of pods that wait that they would fit once others had gone to other nodes. It is looked for
/// where the GPUs are there, and not together or not with the cores and the memory, and for some kinds of pods only,
/// from the one that has waited longest on.
public final class MoveRemedies {
    private static final Set<Blocker> HELPED = Set.of(Blocker.FRAGMENTATION, Blocker.HOST_CPU, Blocker.HOST_MEMORY);
    private static final int KINDS_MAX = 8;

    private record Kind(Ask ask, long priority) {}

    private final MoveSearch search;
    private final Map<Kind, Optional<MoveList>> found = new HashMap<>();

    public MoveRemedies(MoveSearch search) {
        this.search = search;
    }

    /// Says whether it may be worth to look for moves for any of them.
    public static boolean mayHelp(Collection<Verdict> verdicts) {
        return verdicts.stream().anyMatch(verdict -> HELPED.contains(verdict.blocker()));
    }

    /// Says whether any of those that may be helped minds which other pods are near.
    public static boolean mindCompany(Collection<Verdict> verdicts) {
        return verdicts.stream()
                .filter(verdict -> HELPED.contains(verdict.blocker()))
                .anyMatch(verdict -> verdict.pod().need() instanceof Known(Ask ask) && ask.mindsCompany());
    }

    /// Returns the same with what was found.
    ///
    /// @param verdicts of pods of one cluster, the ones that have waited longest first
    public List<Verdict> with(List<Verdict> verdicts) {
        return verdicts.stream()
                .map(verdict -> list(verdict)
                        .filter(list -> !list.moves().isEmpty())
                        .flatMap(list -> list.node().map(node -> remedy(verdict, list, node)))
                        .map(verdict::with)
                        .orElse(verdict))
                .toList();
    }

    private Optional<MoveList> list(Verdict verdict) {
        if (!HELPED.contains(verdict.blocker()) || !(verdict.pod().need() instanceof Known(Ask ask))) {
            return Optional.empty();
        }
        var kind = new Kind(ask.ofAny(), verdict.pod().priority().orElse(0));
        if (!found.containsKey(kind)) {
            found.put(
                    kind, found.size() < KINDS_MAX ? Optional.of(search.find(ask, kind.priority())) : Optional.empty());
        }
        return found.getOrDefault(kind, Optional.empty());
    }

    private static Remedy remedy(Verdict verdict, MoveList list, String node) {
        return new Remedy(
                verdict.blocker(),
                "if %s (/api/v1/moves?cluster=%s&pod=%s)"
                        .formatted(
                                Amount.of(list.moves().size(), "pod went to another node", "pods went to other nodes"),
                                verdict.pod().cluster(),
                                verdict.pod().fullName()),
                1,
                node);
    }
}
