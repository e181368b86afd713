package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.Claim.Fate;
import io.gpuledger.analyzer.fit.PodReason.ClaimLeaving;
import io.gpuledger.analyzer.fit.PodReason.ClaimLost;
import io.gpuledger.analyzer.fit.PodReason.ClaimMissing;
import io.gpuledger.analyzer.fit.PodReason.ClaimUnbound;
import io.gpuledger.analyzer.fit.PodReason.VolumeMissing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Finds what the volumes of an ask have against it: those that are not there rule out all nodes, those that
/// are there rule out the nodes that cannot reach them. Nothing is said where nobody tells of claims.
final class VolumeChecks {
    private final Crowds crowds;
    private final Surroundings around;

    VolumeChecks(Crowds crowds, Surroundings around) {
        this.crowds = crowds;
        this.around = around;
    }

    /// Returns what rules out all nodes, in the order in which the scheduler comes upon it: claims that are not
    /// there, then those that are going, then those without a volume.
    List<PodReason> barred(Ask ask) {
        return around.claims()
                .map(claims -> ask.mounts().stream()
                        .flatMap(mount -> barred(mount, Optional.ofNullable(claims.get(key(ask, mount)))).stream())
                        .sorted(Comparator.comparingInt(VolumeChecks::rank))
                        .toList())
                .orElse(List.of());
    }

    private static Optional<PodReason> barred(Mount mount, Optional<Claim> claim) {
        var name = mount.claim();
        return claim.map(known -> switch (known.fate()) {
                    case Fate.Bound _, Fate.Waiting _ -> Optional.<PodReason>empty();
                    case Fate.BoundToNothing(var volume) -> Optional.<PodReason>of(new VolumeMissing(name, volume));
                    case Fate.Lost(var volume) -> Optional.<PodReason>of(new ClaimLost(name, volume));
                    case Fate.Leaving() -> Optional.<PodReason>of(new ClaimLeaving(name));
                    case Fate.Unbound() -> Optional.<PodReason>of(new ClaimUnbound(name));
                })
                .orElseGet(() -> Optional.of(new ClaimMissing(name, mount.ephemeral())));
    }

    private static int rank(PodReason reason) {
        return switch (reason) {
            case ClaimMissing missing -> missing.ephemeral() ? 1 : 0;
            case ClaimLost _, ClaimLeaving _ -> 1;
            case ClaimUnbound _ -> 2;
            default -> 3;
        };
    }

    List<Check> of(Ask ask) {
        var known = new ArrayList<Map.Entry<String, Claim>>();
        around.claims()
                .ifPresent(claims -> ask.mounts()
                        .forEach(mount -> Optional.ofNullable(claims.get(key(ask, mount)))
                                .ifPresent(claim -> known.add(Map.entry(mount.claim(), claim)))));
        var waiting = new TreeMap<String, Fate.Waiting>();
        known.forEach(one -> {
            if (one.getValue().fate() instanceof Fate.Waiting wait) {
                waiting.put(one.getKey(), wait);
            }
        });
        return Stream.of(
                        known.stream()
                                .filter(one -> one.getValue().exclusive()
                                        && crowds.use(ask.company().namespace() + "/" + one.getKey()))
                                .<Check>map(one -> new VolumeCheck.OfUse(one.getKey())),
                        bound(known).<Check>map(one -> new VolumeCheck.OfReach(one.getKey(), one.getValue())),
                        Stream.of(waiting).filter(some -> !some.isEmpty()).<Check>map(VolumeCheck.OfWaiting::new),
                        bound(known).<Check>map(one -> new VolumeCheck.OfZone(one.getKey(), one.getValue())))
                .flatMap(checks -> checks)
                .toList();
    }

    private static Stream<Map.Entry<String, Volume>> bound(List<Map.Entry<String, Claim>> known) {
        return known.stream()
                .flatMap(one -> one.getValue().fate() instanceof Fate.Bound(var volume)
                        ? Stream.of(Map.entry(one.getKey(), volume))
                        : Stream.empty());
    }

    private static String key(Ask ask, Mount mount) {
        return ask.company().namespace() + "/" + mount.claim();
    }
}
