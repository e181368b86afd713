package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.Claim.Fate.Waiting;
import io.gpuledger.analyzer.fit.VolumeReason.InUse;
import io.gpuledger.analyzer.fit.VolumeReason.NoneToBind;
import io.gpuledger.analyzer.fit.VolumeReason.OtherZone;
import io.gpuledger.analyzer.fit.VolumeReason.OutOfReach;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/// The checks of the volumes that a pod mounts.
sealed interface VolumeCheck extends Check {
    record OfUse(String claim) implements VolumeCheck {
        @Override
        public Sight sight() {
            return new Sight.Nothing();
        }

        @Override
        public List<Reason> against(Place place) {
            return List.of(new InUse(claim));
        }
    }

    record OfReach(String claim, Volume volume) implements VolumeCheck {
        @Override
        public Sight sight() {
            return Sight.of(volume.affinity().orElse(List.of()), Set.of());
        }

        @Override
        public List<Reason> against(Place place) {
            return volume.isWithinReachOf(place) ? List.of() : List.of(new OutOfReach(claim, volume.name()));
        }
    }

    /// Claims that wait for a node take volumes that are there, each another one, and what is left over has
    /// to be made.
    record OfWaiting(SortedMap<String, Waiting> claims) implements VolumeCheck {
        @Override
        public Sight sight() {
            return Sight.of(
                    claims.values().stream()
                            .flatMap(claim -> Stream.concat(
                                    claim.candidates().stream().flatMap(volume -> volume.affinity().stream()),
                                    claim.where().stream()))
                            .flatMap(List::stream)
                            .toList(),
                    Set.of());
        }

        @Override
        public List<Reason> against(Place place) {
            var chosen = new HashSet<String>();
            var without = new ArrayList<Reason>();
            claims.forEach((name, claim) -> {
                var found = claim.candidates().stream()
                        .filter(volume -> !chosen.contains(volume.name()) && volume.isWithinReachOf(place))
                        .findFirst();
                found.ifPresentOrElse(volume -> chosen.add(volume.name()), () -> {
                    if (!isMade(claim, place)) {
                        without.add(new NoneToBind(name));
                    }
                });
            });
            return without;
        }

        private static boolean isMade(Waiting claim, Place place) {
            return claim.makesOne()
                    && claim.where()
                            .map(terms -> terms.stream().anyMatch(term -> term.isMatchedBy(place)))
                            .orElse(true);
        }
    }

    /// A node without any label that says where it is passes: then there is one zone only. The old names of
    /// these labels stand for the new ones.
    record OfZone(String claim, Volume volume) implements VolumeCheck {
        private static final String OLD = "failure-domain.beta.kubernetes.io/";
        private static final String NEW = "topology.kubernetes.io/";
        private static final List<String> NAMES = List.of(OLD + "zone", OLD + "region", NEW + "zone", NEW + "region");

        @Override
        public Sight sight() {
            return new Sight.Labels(Set.copyOf(NAMES));
        }

        @Override
        public List<Reason> against(Place place) {
            return NAMES.stream().allMatch(name -> place.state().label(name).isEmpty())
                    ? List.of()
                    : NAMES.stream()
                            .flatMap(name -> against(name, place).stream())
                            .toList();
        }

        private Optional<Reason> against(String name, Place place) {
            return volume.label(name)
                    .filter(allowed -> zones(allowed).noneMatch(String::isEmpty))
                    .filter(allowed ->
                            zones(allowed).noneMatch(one -> value(name, place).equals(Optional.of(one))))
                    .map(allowed -> new OtherZone(claim, volume.name(), name, allowed, value(name, place)));
        }

        private static Optional<String> value(String name, Place place) {
            return place.state().label(name).or(() -> place.state().label(name.replace(OLD, NEW)));
        }

        private static Stream<String> zones(String allowed) {
            return Stream.of(allowed.split("__", -1)).map(String::strip);
        }
    }
}
