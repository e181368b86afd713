package io.gpuledger.analyzer.health.watch;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Trait;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Watches all units of a fleet. A reading costs the same whatever came before it, and nothing is read again.
public final class Watches {
    private static final long ABANDONED_MILLIS = 3_600_000;

    private final Xids xids;
    private final Map<UnitId, UnitWatch> units = new HashMap<>();
    /// The findings that were open before, of units of which nothing has been told since.
    private final Map<UnitId, List<Finding>> before;

    private final List<Finding> changed = new ArrayList<>();

    /// Begins to watch.
    ///
    /// @param open the findings that were open before
    public Watches(Xids xids, List<Finding> open) {
        this.xids = xids;
        this.before = open.stream()
                .filter(finding -> finding.key().subject() instanceof Subject.OfUnit)
                .collect(Collectors.groupingBy(Watches::unit, HashMap::new, Collectors.toList()));
    }

    private static UnitId unit(Finding finding) {
        return switch (finding.key().subject()) {
            case Subject.OfUnit(var unit) -> unit;
            case Subject.OfNode node -> throw new IllegalArgumentException("no unit: " + node);
        };
    }

    /// Takes the next readings of any units, those of each in their order, and returns the findings that they open,
    /// make graver or close.
    public List<Finding> read(List<Row> rows) {
        var instances = rows.stream()
                .filter(row -> row.unit().id().instance().isPresent())
                .collect(Collectors.groupingBy(row -> row.unit().id().device()));
        for (var row : rows) {
            var unit = row.unit().id();
            watch(unit)
                    .at(
                            row,
                            instances.isEmpty()
                                    ? List.of()
                                    : at(row.millis(), instances.getOrDefault(unit, List.of())));
        }
        return take();
    }

    /// Takes what was told of the traits of GPUs, before the readings that it was told with.
    public void tell(List<Statement> statements) {
        for (var statement : statements) {
            if (statement instanceof Statement.Part part && part.object().kind() == Kind.GPU) {
                Map<Trait, String> traits = new EnumMap<>(Trait.class);
                part.attributes()
                        .forEach((name, value) -> Trait.ofWord(name).ifPresent(trait -> traits.put(trait, value)));
                watch(new UnitId(part.cluster(), part.object().name(), Optional.empty()))
                        .told(part.millis(), traits);
            }
        }
    }

    private static List<Row> at(long millis, List<Row> rows) {
        return rows.stream().filter(row -> row.millis() == millis).toList();
    }

    private UnitWatch watch(UnitId unit) {
        var known = units.get(unit);
        if (known == null) {
            var open = before.remove(unit);
            known = new UnitWatch(unit, xids, open == null ? List.of() : open, changed::add);
            units.put(unit, known);
        }
        return known;
    }

    /// Nodes have booted, and with them all their GPUs. It may be told again, as long as it is true.
    ///
    /// @param boots when each node has, the first first
    public List<Finding> booted(Map<Subject.OfNode, List<Long>> boots) {
        units.forEach((unit, watch) -> {
            if (watch.isSick()) {
                boots.getOrDefault(new Subject.OfNode(unit.cluster(), watch.node()), List.of())
                        .forEach(watch::booted);
            }
        });
        return take();
    }

    /// Compares those with each other that do the same work.
    public List<Finding> compare() {
        Peers.judge(units.values());
        return take();
    }

    /// Returns as closed those that are open in the database, that are about units watched here, and that nobody has
    /// brought up to date for an hour of the units' own time: another analyzer, which is gone, had opened them.
    ///
    /// @param open all that are open in the database
    public List<Finding> abandoned(List<Finding> open) {
        return open.stream()
                .filter(finding -> finding.key().subject() instanceof Subject.OfUnit(var unit)
                        && Optional.ofNullable(units.get(unit))
                                .map(watch -> watch.knowsNothingOf(finding, ABANDONED_MILLIS))
                                .orElse(false))
                .map(Finding::closedAsTold)
                .toList();
    }

    /// Another analyzer may watch units that were watched here, or that were wrong before this one began: what it has
    /// found since is gone on with when anything is told of them here, and is not closed for their silence.
    ///
    /// @param open all that are open in the database
    public void follow(List<Finding> open) {
        open.stream()
                .filter(finding -> finding.key().subject() instanceof Subject.OfUnit)
                .collect(Collectors.groupingBy(Watches::unit))
                .forEach((unit, findings) -> {
                    var watch = Optional.ofNullable(units.get(unit));
                    if (watch.map(known -> known.isBehind(findings)).orElse(true)) {
                        units.remove(unit);
                        before.put(unit, findings);
                    }
                });
    }

    /// Looks at an instant of the clock of which units nothing comes any more. What was open before of units that have
    /// told nothing since is looked at, too.
    public List<Finding> lapse(long now, Patience patience) {
        List.copyOf(before.keySet()).forEach(this::watch);
        units.values().forEach(watch -> watch.look(now, patience));
        units.values().removeIf(watch -> watch.isGone(now, patience));
        return take();
    }

    private List<Finding> take() {
        var taken = List.copyOf(changed);
        changed.clear();
        return taken;
    }

    /// Returns all findings that are open, as they are now: what they have cost grows.
    public List<Finding> open() {
        return units.values().stream().flatMap(watch -> watch.open().stream()).toList();
    }
}
