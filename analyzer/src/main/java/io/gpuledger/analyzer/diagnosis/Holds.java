package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.Facts;
import io.gpuledger.analyzer.admission.GroupHolds;
import io.gpuledger.analyzer.admission.GroupHolds.Waiting;
import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.admission.Held;
import io.gpuledger.analyzer.admission.Hold.NotLetIn;
import io.gpuledger.analyzer.admission.KueueHolds;
import io.gpuledger.analyzer.admission.Making;
import io.gpuledger.analyzer.admission.Makings;
import io.gpuledger.analyzer.admission.Makings.Wanting;
import io.gpuledger.analyzer.admission.PodGroup;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Member;
import io.gpuledger.analyzer.diagnosis.WaitingPod.Said;
import io.gpuledger.analyzer.fit.Ask;
import io.gpuledger.analyzer.fit.Places;
import io.gpuledger.analyzer.fit.spec.SpecReading.Known;
import io.gpuledger.analyzer.fit.spec.SpecReading.Partial;
import io.gpuledger.analyzer.fit.spec.SpecReading.Unknown;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.Collectors;

/// What queues, groups and autoscalers have to do with the pods that wait in a cluster: what is in the way of a pod
/// before any node is looked at, and what is done about one for which there is none.
final class Holds {
    private static final String GROUP_OF_KUEUE = "kueue_x_k8s_io_pod_group_name";

    private final Facts facts;
    private final Map<GroupName, List<Waiting>> groups;
    private final GroupHolds ofGroups;
    private final KueueHolds ofKueue;
    private final Makings makings;

    Holds(List<WaitingPod> pods, Places places, Facts facts) {
        this.facts = facts;
        this.groups = pods.stream()
                .filter(pod -> pod.member().isPresent())
                .collect(Collectors.groupingBy(
                        pod -> pod.member().orElseThrow().group(),
                        Collectors.mapping(Holds::waiting, Collectors.toList())));
        this.ofGroups = new GroupHolds(facts);
        this.ofKueue = new KueueHolds(facts);
        this.makings = new Makings(facts, facts.hasClaims() ? wanting(pods, places) : List.of());
    }

    private static Waiting waiting(WaitingPod pod) {
        return new Waiting(
                requests(pod),
                pod.member().map(Member::size).orElse(OptionalLong.empty()),
                pod.said().flatMap(Said::message));
    }

    private static SortedMap<String, Long> requests(WaitingPod pod) {
        return switch (pod.need()) {
            case Known(var ask) -> ask.requests();
            case Partial one -> one.ask().requests();
            case Unknown _ -> Collections.emptySortedMap();
        };
    }

    private static List<Wanting> wanting(List<WaitingPod> pods, Places places) {
        return pods.stream()
                .filter(pod -> pod.gates().isEmpty() && pod.nominated().isEmpty())
                .sorted(Queue.ORDER)
                .flatMap(pod -> known(pod)
                        .filter(ask -> places.diagnose(ask).fitting().isEmpty())
                        .map(ask -> new Wanting(pod.uid(), ask))
                        .stream())
                .toList();
    }

    private static Optional<Ask> known(WaitingPod pod) {
        return pod.need() instanceof Known(Ask ask) ? Optional.of(ask) : Optional.empty();
    }

    /// Returns what Kueue waits for with a pod that its gate keeps.
    Optional<Cause> ofGate(WaitingPod pod) {
        return ofKueue.of(
                        pod.namespace(),
                        pod.name(),
                        Optional.ofNullable(pod.labels().get(GROUP_OF_KUEUE)),
                        pod.owner())
                .or(() -> group(pod).flatMap(this::held))
                .map(HoldWords::cause);
    }

    /// Returns what keeps the group of a pod that has no gate. What Kueue lets in starts one by one.
    ///
    /// @param found what keeps the pod from the nodes that there are, if anything does
    Optional<Cause> ofGroup(WaitingPod pod, Cause found) {
        return group(pod)
                .filter(group -> !group.owner().equals(Attribute.KUEUE))
                .flatMap(this::held)
                .map(held -> because(held, found));
    }

    /// Nobody says why a group is not let in; that there is no room may be why.
    private static Cause because(Held held, Cause found) {
        var cause = HoldWords.cause(held);
        return held.hold() instanceof NotLetIn
                        && found.blocker() != Blocker.NONE
                        && found.blocker() != Blocker.SCHEDULER
                ? new Cause(cause.blocker(), cause.why() + " " + found.why())
                : cause;
    }

    private Optional<Held> held(GroupName group) {
        return ofGroups.of(group, members(group));
    }

    private List<Waiting> members(GroupName group) {
        return groups.getOrDefault(group, List.of());
    }

    private static Optional<GroupName> group(WaitingPod pod) {
        return pod.member().map(Member::group);
    }

    /// Returns how many more of a group have to start at once, where that is known.
    OptionalLong missing(GroupName group) {
        var min = ofGroups.min(group, members(group));
        return min.isEmpty()
                ? min
                : OptionalLong.of(Math.max(0, min.getAsLong() - facts.placed(group) - facts.waitingWithoutGpus(group)));
    }

    /// Returns what an autoscaler does about a pod.
    Optional<Making> making(WaitingPod pod) {
        return makings.of(pod.uid());
    }

    /// Returns what the scheduler of its group says of that, as a sentence that follows another one.
    String said(WaitingPod pod) {
        return group(pod)
                .flatMap(name -> PodGroup.of(name, facts))
                .map(group -> group.said()
                                .map(words -> HoldWords.said(group.name().scheduler(), words))
                                .orElse("")
                        + (group.isGivenUp() ? " It does not try the group any more." : ""))
                .orElse("");
    }
}
