package io.gpuledger.analyzer.admission;

import io.gpuledger.analyzer.admission.Refusal.AboveMax;
import io.gpuledger.analyzer.admission.Refusal.AboveRatio;
import io.gpuledger.analyzer.admission.Refusal.BelowMin;
import io.gpuledger.analyzer.admission.Refusal.Side;
import io.gpuledger.analyzer.cluster.Attribute;
import io.gpuledger.analyzer.cluster.PodResources;
import io.gpuledger.analyzer.cluster.PodResources.Container;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/// A LimitRange of a namespace. As the API server goes about it:
///
///  - a container that has no limit of a resource gets the default one, and one that has no request the default
///    request;
///  - then each container, and all of a pod together, must request the least that is allowed, have a limit that is
///    no more than the most, and no more than so many times the request.
record LimitRange(Fact fact) {
    private static final String OF_CONTAINER = Attribute.RANGE + "Container.";
    private static final String OF_POD = Attribute.RANGE + "Pod.";
    private static final String RATIO = "maxLimitRequestRatio.";

    private record Checked(
            Optional<String> container, SortedMap<String, Long> requests, SortedMap<String, Long> limits) {
        static Checked of(Container container) {
            return new Checked(Optional.of(container.name()), container.requests(), container.limits());
        }

        static Checked of(PodResources pod) {
            return new Checked(Optional.empty(), pod.together(Container::requests), pod.together(Container::limits));
        }

        Optional<Long> amount(Side side, String resource) {
            var amounts = switch (side) {
                case REQUEST -> requests;
                case LIMIT -> limits;
            };
            return Optional.ofNullable(amounts.get(resource));
        }

        /// Nothing requested is too little. No limit is not; but all limits of a pod may be less than its requests,
        /// where some containers have none.
        Optional<Side> belowMin(String resource, long least) {
            if (amount(Side.REQUEST, resource).orElse(0L) < least || !requests.containsKey(resource)) {
                return Optional.of(Side.REQUEST);
            }
            return amount(Side.LIMIT, resource).orElse(least) < least ? Optional.of(Side.LIMIT) : Optional.empty();
        }

        /// No limit is too much.
        Optional<Side> aboveMax(String resource, long most) {
            if (amount(Side.LIMIT, resource).orElse(Long.MAX_VALUE) > most) {
                return Optional.of(Side.LIMIT);
            }
            return amount(Side.REQUEST, resource).orElse(0L) > most ? Optional.of(Side.REQUEST) : Optional.empty();
        }
    }

    /// Returns the pod with the defaults.
    PodResources completed(PodResources pod) {
        var limits = fact.amounts(OF_CONTAINER + "default.");
        var requests = fact.amounts(OF_CONTAINER + "defaultRequest.");
        return pod.with(pod.containers().stream()
                .map(container -> new Container(
                        container.name(),
                        container.role(),
                        with(container.requests(), requests),
                        with(container.limits(), limits)))
                .toList());
    }

    private static SortedMap<String, Long> with(SortedMap<String, Long> own, SortedMap<String, Long> defaults) {
        var all = new TreeMap<>(defaults);
        all.putAll(own);
        return all;
    }

    /// Returns what it has against a pod that has the defaults.
    List<Refusal> against(PodResources pod) {
        var ofContainers = pod.containers().stream().map(Checked::of).flatMap(one -> against(one, OF_CONTAINER));
        return Stream.concat(ofContainers, against(Checked.of(pod), OF_POD)).toList();
    }

    private Stream<Refusal> against(Checked checked, String prefix) {
        var found = new ArrayList<Refusal>();
        fact.amounts(prefix + "min.")
                .forEach((resource, least) -> checked.belowMin(resource, least)
                        .ifPresent(side -> found.add(new BelowMin(
                                fact.name(),
                                checked.container(),
                                resource,
                                least,
                                side,
                                checked.amount(side, resource)))));
        fact.amounts(prefix + "max.")
                .forEach((resource, most) -> checked.aboveMax(resource, most)
                        .ifPresent(side -> found.add(new AboveMax(
                                fact.name(),
                                checked.container(),
                                resource,
                                most,
                                side,
                                checked.amount(side, resource)))));
        fact.under(prefix + RATIO)
                .forEach((resource, text) -> number(text)
                        .filter(most -> isAbove(checked, resource, most))
                        .ifPresent(
                                most -> found.add(new AboveRatio(fact.name(), checked.container(), resource, most))));
        return found.stream();
    }

    private static boolean isAbove(Checked checked, String resource, BigDecimal most) {
        var request = checked.requests().getOrDefault(resource, 0L);
        var limit = checked.limits().getOrDefault(resource, 0L);
        return request == 0
                || limit == 0
                || BigDecimal.valueOf(limit)
                                .compareTo(BigDecimal.valueOf(request).multiply(most))
                        > 0;
    }

    private static Optional<BigDecimal> number(String text) {
        try {
            return Optional.of(new BigDecimal(text));
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }
}
