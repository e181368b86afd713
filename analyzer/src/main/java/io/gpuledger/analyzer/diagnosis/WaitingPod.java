package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.admission.GroupName;
import io.gpuledger.analyzer.cluster.GangLabels;
import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.spec.SpecReading;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// A waiting pod wants GPUs and is on no node.
///
/// @param team who would pay for it
/// @param owner who made it, as `Job/train`
/// @param created in milliseconds since 1970
/// @param requests how much it needs of each resource at once, in the resource's base unit
/// @param gates the scheduling gates that keep it from being looked at
/// @param said what the scheduler says of it, where it said anything
/// @param nominated the node that it is to have once others have made way
/// @param member of which group it is one, where it says so by more than a label
/// @param labels its labels, by their normal names
/// @param need what it needs of a node, or why that is not known
public record WaitingPod(
        String cluster,
        String namespace,
        String name,
        String uid,
        String team,
        Optional<String> owner,
        long created,
        SortedMap<String, BigDecimal> requests,
        OptionalLong priority,
        Optional<String> priorityClass,
        List<String> gates,
        Optional<Said> said,
        Optional<String> nominated,
        Optional<Member> member,
        SortedMap<String, String> labels,
        SpecReading need) {
    /// The scheduler's word on a pod.
    ///
    /// @param reason in a word, as `Unschedulable`
    /// @param since when it has been so, in milliseconds since 1970
    public record Said(String reason, Optional<String> message, long since) {}

    /// A pod is one of a group that starts together.
    ///
    /// @param size how many pods the group has to have, where the pod says so
    public record Member(GroupName group, OptionalLong size) {}

    public WaitingPod {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
        gates = List.copyOf(gates);
    }

    /// Returns how many GPUs it asks for; an instance of a GPU counts as one.
    public BigDecimal gpus() {
        return requests.entrySet().stream()
                .filter(request -> Resource.isGpu(request.getKey()))
                .map(Map.Entry::getValue)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /// Says whether it says that it is one of a gang.
    public boolean isInGang() {
        return member.isPresent() || GangLabels.gang(labels).isPresent();
    }

    String fullName() {
        return namespace + "/" + name;
    }
}
