package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.cluster.Resource;
import io.gpuledger.analyzer.fit.Diagnosis.Group;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.IntStream;

/// All nodes of a cluster as of an instant, with what is on them, made ready for many asks.
///
/// What [Fit] finds on a node by itself, this finds on all of them, and then what needs all of them: volumes
/// ([VolumeChecks]), other pods ([CompanyChecks]) and devices ([DeviceChecks]).
///
/// Fleets are large and alike: so each check is made once for all nodes that look the same to it, and asks
/// that are equal are answered once. It remembers what it found, and shares it with what [#with] made of it:
/// one thread uses all.
public final class Places {
    /// A few hundred kinds of taints and selectors are asked for again and again; more are found anew.
    private static final int REMEMBERED_MAX = 500;

    private final List<Place> places;
    private final Surroundings around;
    private final Columns columns;
    private final Crowds crowds;
    private final Map<Check, Outcome> remembered;
    private final VolumeChecks volumes;
    private final CompanyChecks company;
    private final DeviceChecks devices;
    private final Map<Ask, Diagnosis> answered = new HashMap<>();

    public Places(List<Place> places, Surroundings around) {
        this(
                List.copyOf(places),
                around,
                new Columns(places),
                Crowds.of(places),
                new DeviceChecks(around),
                new HashMap<>());
    }

    private Places(
            List<Place> places,
            Surroundings around,
            Columns columns,
            Crowds crowds,
            DeviceChecks devices,
            Map<Check, Outcome> remembered) {
        this.places = places;
        this.around = around;
        this.columns = columns;
        this.crowds = crowds;
        this.devices = devices;
        this.remembered = remembered;
        this.volumes = new VolumeChecks(crowds, around);
        this.company = new CompanyChecks(columns, crowds, around);
    }

    /// Returns the cluster with one node as it is now, in the place of the one of its name. That is quick where
    /// only who is on it has changed.
    public Places with(Place changed) {
        var next = new ArrayList<>(places);
        var index = index(changed.name());
        if (index.isEmpty()) {
            next.add(changed);
            return new Places(next, around);
        }
        var at = index.getAsInt();
        next.set(at, changed);
        var before = places.get(at);
        return before.state().equals(changed.state())
                ? new Places(
                        List.copyOf(next),
                        around,
                        columns.with(at, next),
                        crowds.with(at, before.residents(), changed.residents()),
                        devices,
                        remembered)
                : new Places(next, around);
    }

    /// Returns what is against a pod on each node.
    public Diagnosis diagnose(Ask ask) {
        return answered.computeIfAbsent(devices.alike(ask), this::found);
    }

    /// Returns how many such pods would fit at once by what is free of each resource; nothing where each of them
    /// changes more than that for the next one: ports, volumes, devices, and whom it wants near.
    public OptionalLong slots(Ask ask) {
        var isAlone =
                ask.ports().isEmpty() && ask.mounts().isEmpty() && ask.devices().isEmpty() && !ask.mindsCompany();
        if (!isAlone || !barred(ask).isEmpty()) {
            return isAlone ? OptionalLong.of(0) : OptionalLong.empty();
        }
        var outcomes = checks(ask).stream()
                .map(this::outcome)
                .filter(outcome -> !outcome.isSilent())
                .toList();
        return OptionalLong.of(IntStream.range(0, places.size())
                .filter(node -> outcomes.stream().allMatch(outcome -> outcome.of()[node] == 0))
                .mapToLong(node -> slots(ask, node))
                .sum());
    }

    /// Returns the node of that name.
    public Place place(String name) {
        return places.get(index(name).orElseThrow());
    }

    private OptionalInt index(String name) {
        return IntStream.range(0, places.size())
                .filter(node -> places.get(node).name().equals(name))
                .findFirst();
    }

    private long slots(Ask ask, int node) {
        var pods = columns.free(Resource.PODS)[node];
        return ask.requests().entrySet().stream()
                .filter(request -> request.getValue() > 0)
                .mapToLong(request -> columns.free(request.getKey())[node] / request.getValue())
                .reduce(pods, Math::min);
    }

    /// Returns the nodes, in the order of what is found on each of them.
    public List<Place> all() {
        return places;
    }

    /// Returns for each node how many of the things that are looked at are against a pod there. What is against it
    /// anywhere is left out.
    public int[] against(Ask ask) {
        var against = new int[places.size()];
        for (var check : checks(ask)) {
            var outcome = outcome(check);
            if (!outcome.isSilent()) {
                Arrays.setAll(against, node -> outcome.of()[node] == 0 ? against[node] : against[node] + 1);
            }
        }
        return against;
    }

    /// Says for each node whether nothing but what is taken of it is against a pod there, and nothing is against it
    /// anywhere.
    public boolean[] open(Ask ask) {
        var open = new boolean[places.size()];
        Arrays.fill(open, barred(ask).isEmpty());
        checks(ask).stream()
                .filter(check -> !(check instanceof NodeCheck.OfResource))
                .map(this::outcome)
                .forEach(outcome -> {
                    for (var node = 0; node < open.length; node++) {
                        open[node] &= outcome.of()[node] == 0;
                    }
                });
        return open;
    }

    /// Says whether a pod fits on a node, as far as is known.
    public boolean fits(Ask ask, String name) {
        var node = index(name).orElseThrow();
        return barred(ask).isEmpty()
                && checks(ask).stream().allMatch(check -> outcome(check).of()[node] == 0);
    }

    /// Says for each node whether it is one that the labels and names in the pod's spec allow.
    public boolean[] selected(Ask ask) {
        var selected = new boolean[places.size()];
        Arrays.fill(selected, true);
        Fit.selection(ask).map(this::outcome).forEach(outcome -> {
            for (var node = 0; node < selected.length; node++) {
                selected[node] &= outcome.of()[node] == 0;
            }
        });
        return selected;
    }

    /// Returns all reasons against it on one node, in the scheduler's order.
    public List<Reason> reasons(Ask ask, Place place) {
        var reasons = new ArrayList<Reason>(barred(ask));
        checks(ask).forEach(check -> reasons.addAll(check.against(place)));
        return reasons;
    }

    /// Returns what of it nothing here looks at, in words.
    public List<String> unjudged(Ask ask) {
        var all = new ArrayList<>(ask.unjudged());
        all.addAll(devices.unjudged(ask));
        return all;
    }

    private List<PodReason> barred(Ask ask) {
        var barred = new ArrayList<>(Fit.barred(ask));
        barred.addAll(volumes.barred(ask));
        barred.addAll(devices.barred(ask));
        return barred;
    }

    private List<Check> checks(Ask ask) {
        var checks = new ArrayList<Check>(Fit.checks(ask));
        checks.addAll(volumes.of(ask));
        checks.addAll(company.of(ask, allowed(ask)));
        checks.addAll(devices.of(ask));
        return checks;
    }

    /// Which nodes the pods of a constraint are counted on: that depends on what else the ask says.
    private CompanyChecks.Allowed allowed(Ask ask) {
        var labels = new NodeCheck.OfLabels(ask.selector(), ask.affinity(), Optional.empty());
        var taints = new NodeCheck.OfTaints(ask.tolerations());
        return new CompanyChecks.Allowed(
                () -> outcome(labels).of(), () -> outcome(taints).of());
    }

    private Diagnosis found(Ask ask) {
        var groups = new Grouping(places.size());
        for (var check : checks(ask)) {
            groups.split(outcome(check));
        }
        var gpus = ask.requests().keySet().stream().filter(Resource::isGpu).toList();
        return new Diagnosis(places.size(), barred(ask), groups.of(this::group, columns, gpus));
    }

    private Group group(
            List<Check> failed, int nodes, int nearest, SortedMap<String, Long> free, SortedMap<String, Long> most) {
        var place = places.get(nearest);
        return new Group(
                failed.stream().flatMap(check -> check.against(place).stream()).toList(),
                nodes,
                place.name(),
                free,
                most);
    }

    private Outcome outcome(Check check) {
        return switch (check) {
            case NodeCheck.OfCordon _, NodeCheck.OfTaints _, NodeCheck.OfLabels _, DeviceCheck.OfAllocation _ ->
                remembered(check);
            // Its classes are what it finds: enough, too little now, or too little for good.
            case NodeCheck.OfResource _ -> new Outcome(check, columns.classes(check.sight()));
            default -> outcomes(check);
        };
    }

    private Outcome remembered(Check check) {
        var known = remembered.get(check);
        if (known != null) {
            return known;
        }
        var found = outcomes(check);
        if (remembered.size() < REMEMBERED_MAX) {
            remembered.put(check, found);
        }
        return found;
    }

    private Outcome outcomes(Check check) {
        var classes = columns.classes(check.sight());
        var byClass = new int[Arrays.stream(classes).max().orElse(0) + 1];
        Arrays.fill(byClass, -1);
        var numbers = new HashMap<List<?>, Integer>();
        numbers.put(List.of(), 0);
        var of = new int[classes.length];
        for (var i = 0; i < of.length; i++) {
            if (byClass[classes[i]] < 0) {
                byClass[classes[i]] = number(against(check, i), numbers);
            }
            of[i] = byClass[classes[i]];
        }
        return new Outcome(check, of);
    }

    private List<Reason> against(Check check, int node) {
        return check instanceof CompanyCheck one
                ? one.within(columns.label(one.key()).valueOf(node))
                : check.against(places.get(node));
    }

    private static int number(List<Reason> reasons, Map<List<?>, Integer> numbers) {
        if (reasons.isEmpty()) {
            return 0;
        }
        var gist = reasons.stream().map(Reason::gist).toList();
        var number = numbers.getOrDefault(gist, numbers.size());
        numbers.putIfAbsent(gist, number);
        return number;
    }
}
