package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.PodRequests;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// An ask says what a pod needs before it can be put on a node.
///
/// @param node the name of the node that its spec asks for, where it asks for one
/// @param requests how much it needs of each resource at the same time ([PodRequests]), in the resource's base
///     unit; of `cpu` in thousandths of a core
/// @param selector the labels that a node must have
/// @param affinity the terms of its required node affinity, of which a node must match one. It is empty where
///     the pod has no such affinity; no node matches a list without terms
/// @param ports the ports of the node that it wants for itself
/// @param company who it is among other pods, and where it wants to be with them or without them
/// @param mounts the claims on volumes that it mounts
/// @param devices the claims on devices that it uses
/// @param scheduler the name of the scheduler that is to look at it
/// @param gates the gates that stand before it: while there is one, no scheduler looks at it
/// @param unjudged what else it needs of a node and what nothing here looks at, in words
public record Ask(
        Optional<String> node,
        SortedMap<String, Long> requests,
        SortedMap<String, String> selector,
        Optional<List<Term>> affinity,
        List<Toleration> tolerations,
        List<HostPort> ports,
        Company company,
        List<Mount> mounts,
        List<DeviceUse> devices,
        String scheduler,
        List<String> gates,
        List<String> unjudged) {
    /// The scheduler that each cluster has.
    public static final String DEFAULT_SCHEDULER = "default-scheduler";

    public Ask {
        requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
        selector = Collections.unmodifiableSortedMap(new TreeMap<>(selector));
        affinity = affinity.map(List::copyOf);
        tolerations = List.copyOf(tolerations);
        ports = List.copyOf(ports);
        mounts = List.copyOf(mounts);
        devices = List.copyOf(devices);
        gates = List.copyOf(gates);
        unjudged = List.copyOf(unjudged);
    }

    /// An ask of a pod that needs nothing else.
    public Ask(
            Optional<String> node,
            SortedMap<String, Long> requests,
            SortedMap<String, String> selector,
            Optional<List<Term>> affinity,
            List<Toleration> tolerations) {
        this(
                node,
                requests,
                selector,
                affinity,
                tolerations,
                List.of(),
                Company.NONE,
                List.of(),
                List.of(),
                DEFAULT_SCHEDULER,
                List.of(),
                List.of());
    }

    /// Returns the same ask of a pod that is for another scheduler.
    public Ask by(String other) {
        return with(requests, devices, other);
    }

    /// Returns the same ask of a pod that requests other amounts.
    public Ask requesting(SortedMap<String, Long> amounts) {
        return with(amounts, devices, scheduler);
    }

    /// Returns the same ask of a pod that has these labels, by their normal names, in this namespace.
    public Ask of(String namespace, SortedMap<String, String> labels) {
        return new Ask(
                node,
                requests,
                selector,
                affinity,
                tolerations,
                ports,
                new Company(namespace, labels, company.spreads(), company.together(), company.apart()),
                mounts,
                devices,
                scheduler,
                gates,
                unjudged);
    }

    /// Returns the ask that all pods which ask for the same share, whatever their labels are. It is this ask itself
    /// where the answer depends on who the pod is.
    public Ask ofAny() {
        return mindsCompany() || !mounts.isEmpty() || !devices.isEmpty() ? this : of("", new TreeMap<>());
    }

    /// Says whether it minds which other pods are near.
    public boolean mindsCompany() {
        return !(company.spreads().isEmpty()
                && company.together().isEmpty()
                && company.apart().isEmpty());
    }

    /// Returns the same ask with other claims on devices.
    Ask using(List<DeviceUse> others) {
        return with(requests, others, scheduler);
    }

    private Ask with(SortedMap<String, Long> amounts, List<DeviceUse> uses, String by) {
        return new Ask(
                node, amounts, selector, affinity, tolerations, ports, company, mounts, uses, by, gates, unjudged);
    }
}
