package io.gpuledger.analyzer.diagnosis;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.DeviceReason;
import io.gpuledger.analyzer.fit.Diagnosis;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import io.gpuledger.analyzer.fit.PodReason;
import io.gpuledger.analyzer.fit.PodReason.OtherScheduler;
import io.gpuledger.analyzer.fit.Reason;
import io.gpuledger.analyzer.fit.Reason.Lacking;
import io.gpuledger.analyzer.fit.spec.Shortened;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// Finds the one thing that keeps a pod, of all that is against it:
///
///  1. What stands before it wherever it would be put, if anything does: a gate, a claim.
///  2. Nothing, where it fits on a node. Whether it does may not be known, of devices that it claims.
///  3. Of the nodes that it may use by all rules (labels, taints, cordons), those count that would be large
///     enough without any other pod. Where there are some, what is taken keeps it. It is the capacity where
///     each of them lacks GPUs and all together have too few free, and fragmentation where together they have
///     enough. Where some have the GPUs, it is what these lack instead.
///  4. Where there are none, a rule keeps it, if there are others that are large enough: taints and cordons,
///     where some of these have all that it selects, and what it selects, where none has. Else it asks for more
///     than any node has.
///
/// Of several things of the same rank it is the one that by itself keeps it from the most nodes, and where none
/// does so by itself, the one that stands on the most.
///
/// @param why in a sentence
record Cause(Blocker blocker, String why) {
    static Cause of(Diagnosis diagnosis) {
        return barrier(diagnosis)
                .map(reason -> new Cause(Blocker.of(reason), ReasonWords.sentence(reason)))
                .or(() -> diagnosis.failed().map(Cause::failed))
                .or(() -> diagnosis.unclear().map(Cause::unclear))
                .orElseGet(() -> diagnosis.fitting().isPresent() ? fits(diagnosis) : among(diagnosis));
    }

    private static Cause failed(DeviceReason.Failed failed) {
        return new Cause(
                Blocker.DRA,
                "The scheduler looks for devices of its claim %s, and ends with an error: %s."
                        .formatted(Shortened.of(failed.claim()), Shortened.words(failed.why())));
    }

    private static Cause unclear(DeviceReason.Unclear unclear) {
        return new Cause(
                Blocker.UNKNOWN,
                "It would fit, if devices for its claim %s can be had, which cannot be told here: %s."
                        .formatted(Shortened.of(unclear.claim()), Shortened.words(unclear.why())));
    }

    /// That it is for another scheduler is said only where nothing else keeps it: others go by the same rules.
    private static Optional<PodReason> barrier(Diagnosis diagnosis) {
        return diagnosis.barred().stream()
                .filter(Predicate.not(OtherScheduler.class::isInstance))
                .findFirst();
    }

    private static Cause fits(Diagnosis diagnosis) {
        var group = diagnosis.fitting().orElseThrow();
        var where = "It would fit on %,d of the %,d nodes, for example on %s."
                .formatted(group.nodes(), diagnosis.nodes(), group.nearest());
        return diagnosis.barred().stream()
                .findFirst()
                .map(other -> new Cause(Blocker.SCHEDULER, where + " " + ReasonWords.sentence(other)))
                .orElseGet(() -> new Cause(Blocker.NONE, where));
    }

    private static Cause among(Diagnosis diagnosis) {
        if (diagnosis.groups().isEmpty()) {
            return new Cause(Blocker.UNKNOWN, "Nothing is known of the nodes of its cluster.");
        }
        var usable = diagnosis.groups().stream().filter(Cause::isUsable).toList();
        var able = usable.stream().filter(Cause::isLargeEnough).toList();
        if (!able.isEmpty()) {
            return taken(able);
        }
        var barred = diagnosis.groups().stream().filter(Cause::isLargeEnough).toList();
        return barred.isEmpty() ? never(usable.isEmpty() ? diagnosis.groups() : usable) : ruled(barred, usable);
    }

    private static boolean isUsable(Group group) {
        return group.reasons().stream().map(Blocker::of).noneMatch(Blocker::isRule) && !isElsewhere(group);
    }

    /// A claim that has devices already rules nodes out as what the pod selects does.
    private static boolean isElsewhere(Group group) {
        return group.reasons().stream().anyMatch(DeviceReason.Elsewhere.class::isInstance);
    }

    private static boolean isLargeEnough(Group group) {
        return lacking(group).stream().noneMatch(Lacking::isForGood) && !isWithoutDevices(group);
    }

    private static boolean isWithoutDevices(Group group) {
        return group.reasons().stream()
                .anyMatch(reason -> reason instanceof DeviceReason.Lacking lacking && lacking.isForGood());
    }

    private static List<Lacking> lacking(Group group) {
        return group.reasons().stream()
                .filter(Lacking.class::isInstance)
                .map(Lacking.class::cast)
                .toList();
    }

    private static List<Lacking> lackingGpus(Group group) {
        return lacking(group).stream()
                .filter(one -> Resource.isGpu(one.resource()))
                .toList();
    }

    private static Cause taken(List<Group> able) {
        var withGpus =
                able.stream().filter(group -> lackingGpus(group).isEmpty()).toList();
        if (!withGpus.isEmpty()) {
            var blocker = leading(withGpus, one -> !one.isRule());
            var which =
                    Amount.of(nodes(withGpus), "node that it may use has", "nodes that it may use have") + " the GPUs";
            return new Cause(
                    blocker,
                    blocker == Blocker.DRA ? DeviceWords.sentence(withGpus) : sentence(withGpus, blocker, which));
        }
        var nearest = able.stream()
                .min(Comparator.comparingLong(group ->
                        lackingGpus(group).stream().mapToLong(Lacking::missing).sum()))
                .orElseThrow();
        var one = lackingGpus(nearest).getFirst();
        var together = able.stream()
                .mapToLong(group -> group.free().getOrDefault(one.resource(), 0L))
                .sum();
        var words =
                "It asks for %s on one node. Of the %s that it may use and that %s large enough, %s has %,d free, and all have %,d together."
                        .formatted(
                                Amount.of(one.resource(), one.asked()),
                                Amount.of(nodes(able), "node", "nodes"),
                                nodes(able) == 1 ? "is" : "are",
                                nearest.nearest(),
                                Math.max(0, one.free()),
                                together);
        return new Cause(together >= one.asked() ? Blocker.FRAGMENTATION : Blocker.CAPACITY, words);
    }

    /// What a pod selects is its own choice: where it is met by nodes that are large enough, it is not what keeps it.
    private static Cause ruled(List<Group> barred, List<Group> usable) {
        var chosen = barred.stream().filter(Cause::isChosen).toList();
        var among = chosen.isEmpty() ? barred : chosen;
        var blocker = leading(among, chosen.isEmpty() ? one -> one.isChoice() || one == Blocker.DRA : Blocker::isRule);
        var before = usable.isEmpty()
                ? ""
                : "Of the %s that it may use, none is large enough. "
                        .formatted(Amount.of(nodes(usable), "node", "nodes"));
        var which = Amount.of(nodes(among), "node is large enough", "nodes are large enough")
                + (chosen.isEmpty() ? "" : ", with all that it selects");
        return new Cause(
                blocker,
                before + (blocker == Blocker.DRA ? DeviceWords.sentence(among) : sentence(among, blocker, which)));
    }

    private static boolean isChosen(Group group) {
        return group.reasons().stream().map(Blocker::of).noneMatch(Blocker::isChoice) && !isElsewhere(group);
    }

    private static Cause never(List<Group> groups) {
        var butForDevices = groups.stream()
                .filter(group -> lacking(group).stream().noneMatch(Lacking::isForGood))
                .toList();
        if (!butForDevices.isEmpty()) {
            return new Cause(Blocker.DRA, DeviceWords.sentence(butForDevices));
        }
        var one = groups.stream()
                .flatMap(group -> lacking(group).stream())
                .filter(Lacking::isForGood)
                .min(Comparator.comparing((Lacking lacking) -> !Resource.isGpu(lacking.resource()))
                        .thenComparingLong(lacking -> -lacking.allocatable()))
                .orElseThrow();
        var most = groups.stream()
                .mapToLong(group -> group.most().getOrDefault(one.resource(), one.allocatable()))
                .max()
                .orElseThrow();
        if (most >= one.asked()) {
            return new Cause(Blocker.NEVER, neverTogether(groups, one));
        }
        return new Cause(
                Blocker.NEVER,
                "It asks for %s. Of the %s that it may use, none has more than %s."
                        .formatted(
                                Amount.of(one.resource(), one.asked()),
                                Amount.of(nodes(groups), "node", "nodes"),
                                Amount.of(one.resource(), most)));
    }

    /// Returns the sentence of a pod for which some nodes have enough of one resource, and all of these have too little
    /// of another.
    private static String neverTogether(List<Group> groups, Lacking one) {
        var enough = groups.stream()
                .filter(group -> lacking(group).stream()
                        .noneMatch(lacking ->
                                lacking.isForGood() && lacking.resource().equals(one.resource())))
                .findFirst()
                .orElseThrow();
        var but =
                lacking(enough).stream().filter(Lacking::isForGood).findFirst().orElseThrow();
        return "It asks for %s and %s. Of the %s that it may use, none has both: %s has %s at most."
                .formatted(
                        Amount.of(one.resource(), one.asked()),
                        Amount.of(but.resource(), but.asked()),
                        Amount.of(nodes(groups), "node", "nodes"),
                        enough.nearest(),
                        Amount.of(but.resource(), but.allocatable()));
    }

    private static int nodes(List<Group> groups) {
        return groups.stream().mapToInt(Group::nodes).sum();
    }

    private static String sentence(List<Group> groups, Blocker blocker, String which) {
        var of = groups.stream()
                .filter(group -> kinds(group.reasons(), one -> one == blocker).contains(blocker))
                .max(Comparator.comparingInt((Group group) -> -group.reasons().size())
                        .thenComparingInt(Group::nodes))
                .orElseThrow();
        var reason = of.reasons().stream()
                .filter(one -> Blocker.of(one) == blocker)
                .findFirst()
                .orElseThrow();
        return "%s; of these %s %s.".formatted(which, of.nearest(), ReasonWords.matter(reason));
    }

    /// Returns what by itself keeps it from the most nodes.
    private static Blocker leading(List<Group> groups, Predicate<Blocker> isWanted) {
        var alone = new EnumMap<Blocker, Integer>(Blocker.class);
        var any = new EnumMap<Blocker, Integer>(Blocker.class);
        for (var group : groups) {
            var kinds = kinds(group.reasons(), isWanted);
            kinds.forEach(kind -> any.merge(kind, group.nodes(), Integer::sum));
            if (kinds.size() == 1) {
                kinds.forEach(kind -> alone.merge(kind, group.nodes(), Integer::sum));
            }
        }
        return (alone.isEmpty() ? any : alone)
                .entrySet().stream()
                        .max(Map.Entry.<Blocker, Integer>comparingByValue()
                                .thenComparing(Map.Entry::getKey, Comparator.reverseOrder()))
                        .orElseThrow()
                        .getKey();
    }

    private static Set<Blocker> kinds(Collection<Reason> reasons, Predicate<Blocker> isWanted) {
        return reasons.stream().map(Blocker::of).filter(isWanted).collect(Collectors.toCollection(TreeSet::new));
    }
}
