package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Holder;
import io.gpuledger.analyzer.telemetry.Holding.Share;
import io.gpuledger.analyzer.telemetry.UnitId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What becomes of each series of a reader: decided once, by its name and labels, when it is first seen. Its samples
/// then go by its slot. For several threads at once.
public final class Mapping implements SeriesConsumer {
    private static final Set<Role> OF_HOLDER =
            Set.of(Role.NAMESPACE, Role.POD, Role.CONTAINER, Role.POD_UID, Role.REPLICAS_HELD, Role.REPLICAS);

    /// By the name that clients of Prometheus give it, whichever exporter uses one.
    private static final String STARTED = "process_start_time_seconds";

    /// Says of the series of an exporter's start what its value is. Nothing else is told of an exporter.
    private static final Rule.Value START = new Rule.Value(Field.STARTED_SECONDS, 1, false, false, 0, Optional.empty());

    /// Names an exporter by its page, which says all where pages are read, or by the labels that a sender gives it.
    private record ExporterKey(String cluster, String origin, Optional<String> job, Optional<String> instance) {}

    private record UnitKey(UnitId id, ExporterKey exporter) {}

    private final Catalog catalog;
    private final Scope scope;
    private final Map<ExporterKey, Exporter> exporters = new HashMap<>();
    private final Map<UnitKey, ExportedUnit> units = new HashMap<>();
    /// Each of them once: as many series name it as its unit has.
    private final Map<Holder, Optional<Holder>> holders = new HashMap<>();
    /// Each of them once: of all series of a unit there are two or three.
    private final Map<Description, Description> descriptions = new HashMap<>();
    /// Each of them once, as most series of a unit have the same.
    private final Map<Subject.OfUnit, Subject.OfUnit> subjects = new HashMap<>();
    private int size;

    /// Replaced when it grows, and written anew after each series, so that who was told a slot finds what it is.
    private volatile Slots slots = new Slots();

    public Mapping(Catalog catalog, Scope scope) {
        this.catalog = catalog;
        this.scope = scope;
    }

    @Override
    public synchronized int slot(String name, Labels labels) {
        if (name.equals(STARTED)) {
            return add(exporter(key(labels)), new Cell.Measure(START, 0));
        }
        return catalog.find(name).flatMap(rules -> slot(rules, name, labels)).orElse(IGNORED);
    }

    /// Forgets all units and holders. Those that are still there are learned again, and those that are gone cost no
    /// memory for good.
    @Override
    public synchronized void forget() {
        exporters.clear();
        units.clear();
        holders.clear();
        descriptions.clear();
        subjects.clear();
        size = 0;
        slots = new Slots();
    }

    private int add(Subject subject, Cell cell) {
        var room = slots.with(size);
        room.put(size, subject, catalog.cells().share(cell));
        slots = room;
        return size++;
    }

    /// Returns of whom the series of a slot tells.
    Subject subject(int slot) {
        return slots.subject(slot);
    }

    /// Returns what it says.
    Cell cell(int slot) {
        return slots.cell(slot);
    }

    private Optional<Integer> slot(Catalog.MetricRules rules, String name, Labels labels) {
        var table = rules.table();
        return rule(rules, labels)
                .flatMap(rule -> table.gpu(labels).flatMap(gpu -> {
                    var unit = unit(table, gpu, labels, isOfDevice(rule));
                    var description = kept(unit.describe(table, labels));
                    unit.said(description);
                    return cell(table, rule, unit, name, labels)
                            .map(cell -> add(subject(unit, description, heldBy(table, rule, labels)), cell));
                }));
    }

    private Description kept(Description some) {
        var known = descriptions.get(some);
        if (known != null) {
            return known;
        }
        var description = some.interned();
        descriptions.put(description, description);
        return description;
    }

    private Subject.OfUnit subject(ExportedUnit unit, Description description, Optional<Holder> heldBy) {
        return subjects.computeIfAbsent(new Subject.OfUnit(unit, description, heldBy), same -> same);
    }

    private static Optional<Rule> rule(Catalog.MetricRules rules, Labels labels) {
        return rules.rules().stream().filter(rule -> applies(rule, labels)).findFirst();
    }

    private static boolean isOfDevice(Rule rule) {
        return switch (rule) {
            case Rule.Value value -> value.ofDevice();
            case Rule.OfTrait _ -> true;
            case Rule.Identity _, Rule.HolderInfo _, Rule.HolderBusy _, Rule.HolderMemory _, Rule.Xids _ -> false;
        };
    }

    private static boolean applies(Rule rule, Labels labels) {
        return !(rule instanceof Rule.Value value)
                || value.only()
                        .filter(only -> !labels.find(only.label()).orElse("").equals(only.value()))
                        .isEmpty();
    }

    private ExportedUnit unit(SourceTable table, String gpu, Labels labels, boolean ofDevice) {
        var instance = ofDevice ? Optional.<String>empty() : table.instance(labels);
        var id = new UnitId(scope.cluster(labels), gpu, instance);
        var key = key(labels);
        return units.computeIfAbsent(
                new UnitKey(id, key), _ -> new ExportedUnit(id, scope.node(labels), key.origin(), exporter(key)));
    }

    private ExporterKey key(Labels labels) {
        return new ExporterKey(
                scope.cluster(labels), scope.origin(labels), labels.find("job"), labels.find("instance"));
    }

    private Exporter exporter(ExporterKey key) {
        return exporters.computeIfAbsent(key, _ -> new Exporter());
    }

    private Optional<Cell> cell(SourceTable table, Rule rule, ExportedUnit unit, String name, Labels labels) {
        return switch (rule) {
            case Rule.Identity _ -> Optional.of(new Cell.Described());
            case Rule.HolderInfo _ -> holder(table, labels).map(holder -> new Cell.Held(holder, share(table, labels)));
            case Rule.HolderBusy _ -> holder(table, labels).map(Cell.Busy::new);
            case Rule.HolderMemory _ -> holder(table, labels).map(Cell.Memory::new);
            case Rule.Xids(String label) ->
                labels.find(label).flatMap(ExportedUnit::whole).map(Cell.Xid::new);
            case Rule.OfTrait(var trait) -> Optional.of(new Cell.OfTrait(trait));
            case Rule.Value value ->
                summand(table, value, unit, name, labels).map(summand -> new Cell.Measure(value, summand));
        };
    }

    private Optional<Holder> heldBy(SourceTable table, Rule rule, Labels labels) {
        return rule instanceof Rule.Value ? holder(table, labels) : Optional.empty();
    }

    /// Who holds the unit. The exporter itself holds nothing: a scraper that labels series with their target's pod
    /// puts it on those that have none.
    private Optional<Holder> holder(SourceTable table, Labels labels) {
        var container = table.find(Role.CONTAINER, labels).orElse("");
        if (table.exporters().contains(container)) {
            return Optional.empty();
        }
        return table.find(Role.NAMESPACE, labels)
                .flatMap(namespace -> table.find(Role.POD, labels)
                        .map(pod -> new Holder(namespace, pod, container, table.find(Role.POD_UID, labels))))
                .flatMap(holder -> holders.computeIfAbsent(holder, Optional::of));
    }

    private static Optional<Share> share(SourceTable table, Labels labels) {
        var held = table.find(Role.REPLICAS_HELD, labels).flatMap(ExportedUnit::whole);
        var replicas = table.find(Role.REPLICAS, labels).flatMap(ExportedUnit::whole);
        return held.flatMap(part -> replicas.map(
                all -> new Share(part, all, table.find(Role.MODE, labels).orElse(""))));
    }

    /// Parts of a sum are told apart by their names and labels, but for those of a holder: of a shared GPU each part is
    /// said of each of its holders.
    private static Optional<Integer> summand(
            SourceTable table, Rule.Value rule, ExportedUnit unit, String name, Labels labels) {
        if (!rule.sums()) {
            return Optional.of(0);
        }
        List<String> part = new ArrayList<>(List.of("", name));
        var ofHolder = OF_HOLDER.stream()
                .flatMap(role -> table.labels().getOrDefault(role, List.of()).stream())
                .toList();
        labels.forEach((label, value) -> {
            if (!ofHolder.contains(label) && !ofHolder.contains(label.replaceFirst("^exported_", ""))) {
                part.add(label);
                part.add(value);
            }
        });
        return unit.summand(Labels.of(part));
    }
}
