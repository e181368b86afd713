package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Taint;
import io.gpuledger.analyzer.fit.Reason.Cordoned;
import io.gpuledger.analyzer.fit.Reason.Lacking;
import io.gpuledger.analyzer.fit.Reason.NotNamed;
import io.gpuledger.analyzer.fit.Reason.OtherNode;
import io.gpuledger.analyzer.fit.Reason.OutOfAffinity;
import io.gpuledger.analyzer.fit.Reason.PortTaken;
import io.gpuledger.analyzer.fit.Reason.Unselected;
import io.gpuledger.analyzer.fit.Reason.Untolerated;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The checks that need nothing but the node and what is taken of it.
sealed interface NodeCheck extends Check {
    /// `PreferNoSchedule` is a wish.
    Set<String> BINDING = Set.of("NoSchedule", "NoExecute");

    record OfNames(SortedSet<String> names) implements NodeCheck {
        @Override
        public Sight sight() {
            return new Sight.Name();
        }

        @Override
        public List<Reason> against(Place place) {
            return names.contains(place.name()) ? List.of() : List.of(new NotNamed(names));
        }
    }

    record OfCordon(List<Toleration> tolerations) implements NodeCheck {
        private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule");

        @Override
        public Sight sight() {
            return new Sight.Guard();
        }

        @Override
        public List<Reason> against(Place place) {
            return place.state().cordoned() && tolerations.stream().noneMatch(one -> one.tolerates(CORDON))
                    ? List.of(new Cordoned())
                    : List.of();
        }
    }

    record OfNode(String name) implements NodeCheck {
        @Override
        public Sight sight() {
            return new Sight.Name();
        }

        @Override
        public List<Reason> against(Place place) {
            return name.equals(place.name()) ? List.of() : List.of(new OtherNode(name));
        }
    }

    record OfTaints(List<Toleration> tolerations) implements NodeCheck {
        @Override
        public Sight sight() {
            return new Sight.Guard();
        }

        @Override
        public List<Reason> against(Place place) {
            return place.state().taints().stream()
                    .filter(taint -> BINDING.contains(taint.effect()))
                    .filter(taint -> tolerations.stream().noneMatch(one -> one.tolerates(taint)))
                    .<Reason>map(Untolerated::new)
                    .toList();
        }
    }

    /// Selector and affinity.
    ///
    /// @param names where all terms name nodes, those: of others [OfNames] says enough
    record OfLabels(
            SortedMap<String, String> selector, Optional<List<Term>> affinity, Optional<SortedSet<String>> names)
            implements NodeCheck {
        @Override
        public Sight sight() {
            return Sight.of(affinity.orElse(List.of()), selector.keySet());
        }

        @Override
        public List<Reason> against(Place place) {
            var reasons = new ArrayList<Reason>();
            selector.forEach((label, value) -> {
                var has = place.state().label(label);
                if (!has.equals(Optional.of(value))) {
                    reasons.add(new Unselected(label, value, has));
                }
            });
            affinity.filter(_ ->
                            names.map(those -> those.contains(place.name())).orElse(true))
                    .filter(terms -> terms.stream().noneMatch(term -> term.isMatchedBy(place)))
                    .ifPresent(terms -> reasons.add(new OutOfAffinity(nearest(terms, place))));
            return reasons;
        }

        private static List<Requirement> nearest(List<Term> terms, Place place) {
            return terms.stream()
                    .map(term -> term.missing(place))
                    .filter(Predicate.not(List::isEmpty))
                    .min(Comparator.comparingInt(List::size))
                    .orElse(List.of());
        }
    }

    record OfPorts(List<HostPort> ports) implements NodeCheck {
        @Override
        public Sight sight() {
            return new Sight.Ports();
        }

        @Override
        public List<Reason> against(Place place) {
            return ports.stream()
                    .filter(port -> taken(place).anyMatch(port::isInTheWayOf))
                    .<Reason>map(PortTaken::new)
                    .toList();
        }

        static Stream<HostPort> taken(Place place) {
            return place.residents().stream().flatMap(one -> one.ports().stream());
        }
    }

    record OfResource(String resource, long asked) implements NodeCheck {
        @Override
        public Sight sight() {
            return new Sight.Free(resource, asked);
        }

        @Override
        public List<Reason> against(Place place) {
            return asked > place.free(resource)
                    ? List.of(new Lacking(resource, asked, place.free(resource), place.allocatable(resource)))
                    : List.of();
        }
    }
}
