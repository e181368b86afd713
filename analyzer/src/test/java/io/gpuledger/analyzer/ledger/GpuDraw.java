package io.gpuledger.analyzer.ledger;

import io.gpuledger.analyzer.telemetry.Field;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Mark;
import io.gpuledger.analyzer.time.Span;
import io.gpuledger.analyzer.time.Timeline;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Draws a GPU: how it is cut and shared, who holds it and what they do, what goes wrong, and what is told of all that.
/// Nothing of it is aligned with anything; of a coarse one all but the minutes of the clock.
final class GpuDraw {
    private static final long MINUTE = 60_000;
    private static final long BEGIN = 1_790_035_200_000L;
    private static final List<String> MODELS = List.of("NVIDIA H100 80GB HBM3", "NVIDIA A30", "Tesla X1", "");
    private static final List<List<Field>> COUNTED = List.of(
            List.of(Field.SM_ACTIVE_SECONDS, Field.ENGINE_ACTIVE_SECONDS, Field.BUSY_SECONDS),
            List.of(Field.ENGINE_ACTIVE_SECONDS),
            List.of(Field.BUSY_SECONDS));
    private static final List<List<Field>> MEASURED = List.of(
            List.of(Field.SM_ACTIVE_RATIO, Field.ENGINE_ACTIVE_RATIO, Field.UTILIZATION_RATIO),
            List.of(Field.UTILIZATION_RATIO));

    private final Dice dice;
    private final UnitId gpu;
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    private final Span window;
    private final Span story;
    private final Stays stays;
    private final Troubles troubles;
    private final DrawnExporter.Kind kind;
    private final List<Long> ticks;
    private final long age;
    private final List<DrawnGpu.Cut> cuts = new ArrayList<>();

    private GpuDraw(Dice dice, String name) {
        this.dice = dice;
        this.gpu = new UnitId("drawn", name, Optional.empty());
        var begin = BEGIN + dice.number(0, 48) * Hour.MILLIS;
        this.window = new Span(begin, begin + dice.number(1, 3) * Hour.MILLIS);
        var odd = dice.isCoarse() ? 25_000 : 0;
        this.story = dice.chance(0.04)
                ? new Span(
                        begin + odd - dice.length(8 * Hour.MILLIS, 10 * Hour.MILLIS),
                        window.to() + odd + 7 * Hour.MILLIS)
                : new Span(
                        begin + odd - dice.length(MINUTE, 2 * Hour.MILLIS),
                        window.to() + odd + dice.length(1000, 90 * MINUTE));
        this.stays = new Stays(dice, traits);
        this.troubles = Troubles.drawn(dice, name, story, traits);
        this.kind = kind();
        this.ticks = ticks();
        this.age = kind.counts() ? dice.between(0, 1000) : 0;
    }

    static DrawnGpu of(Dice dice, String name) {
        return new GpuDraw(dice, name).gpu();
    }

    private DrawnExporter.Kind kind() {
        var counts = dice.chance(0.65);
        traits.add(counts ? Trait.COUNTERS : Trait.GAUGES);
        var fields = dice.of(counts ? COUNTED : MEASURED);
        if (dice.chance(0.03)) {
            traits.add(Trait.NO_ACTIVITY);
            fields = List.of();
        }
        var shares = dice.chance(counts ? 0.9 : 0.3);
        return new DrawnExporter.Kind(counts, fields, shares, shares && dice.chance(0.6));
    }

    private List<Long> ticks() {
        var interval = dice.isCoarse() ? MINUTE : dice.of(List.of(31_000L, 60_000L, 121_000L, 121_000L, 300_000L));
        var lost = dice.of(List.of(0.0, 0.0, 0.02, 0.2));
        var isReadTwice = !dice.isCoarse() && dice.chance(0.05);
        var ticks = new ArrayList<Long>();
        for (var at = story.from() + dice.between(0, interval); at < story.to() - 2000; at += interval) {
            var tick = at + dice.between(0, 999);
            if (troubles.silences().stream().noneMatch(silence -> silence.contains(tick)) && !dice.chance(lost)) {
                ticks.add(tick);
                if (isReadTwice && dice.chance(0.5)) {
                    ticks.add(tick + dice.between(1, 400));
                    traits.add(Trait.READ_TWICE);
                }
            }
        }
        if (lost > 0) {
            traits.add(Trait.LOST_SAMPLES);
        }
        return ticks;
    }

    private DrawnGpu gpu() {
        var model = dice.of(MODELS);
        var rows = new HashMap<UnitId, List<Row>>();
        if (dice.chance(0.2)) {
            instances(model, rows);
        } else {
            var told = told(Unit.of(gpu, "node"), story, dice.chance(0.3));
            rows.put(gpu, new DrawnExporter(kind, told, troubles, story.from()).rows(ticks, age));
        }
        if (dice.chance(0.1)) {
            rows.replaceAll((_, told) -> partial(told));
            traits.add(Trait.PARTIAL_SAMPLES);
        }
        rows.values().removeIf(List::isEmpty);
        var until = story.to();
        var unhealthy = new ArrayList<>(Sick.of(gpu, rows, until));
        unhealthy.addAll(marks(0.04, Trait.NOT_READY, "node_not_ready"));
        var facts = new GpuFacts(
                gpu,
                Timeline.always(model),
                rows,
                inFleet(),
                unhealthy,
                marks(0.1, Trait.WITHHELD, "cordoned", "maintenance"),
                stays,
                until);
        facts = facts.stranding(stranded(rows.keySet(), marks(0.1, Trait.STRANDED, "host_cpu", "fragmented")));
        return new DrawnGpu(facts, window, cuts, stays.longestIdleAfter(), traits);
    }

    private Map<UnitId, List<Mark>> stranded(Set<UnitId> told, List<Mark> marks) {
        return Stream.concat(told.stream(), Stream.of(gpu, GpuUnits.rest(gpu)))
                .distinct()
                .collect(Collectors.toMap(unit -> unit, _ -> marks));
    }

    private List<Span> inFleet() {
        if (dice.chance(0.06)) {
            traits.add(Trait.LEFT_THE_FLEET);
            return new Span(window.from() - 5 * MINUTE, window.to())
                    .without(List.of(dice.part(window, MINUTE, 90 * MINUTE)));
        }
        return List.of(dice.chance(0.5) ? story : new Span(window.from() - Hour.MILLIS, window.to() + Hour.MILLIS));
    }

    private List<Mark> marks(double part, Trait trait, String... causes) {
        var marks = new ArrayList<Mark>();
        if (dice.chance(part)) {
            traits.add(trait);
            for (var cause : causes) {
                marks.add(new Mark(dice.part(story, MINUTE, 100 * MINUTE), cause));
            }
        }
        return marks;
    }

    private DrawnExporter.Told told(Unit unit, Span there, boolean isShared) {
        if (!isShared) {
            return new DrawnExporter.Told(unit, there, 1, stays.drawn(there, 1, 1));
        }
        traits.add(kind.shares() ? Trait.SHARED : Trait.NAMES_ONLY);
        if (kind.own()) {
            traits.add(Trait.OWN_ACTIVITY);
        }
        var replicas = dice.number(2, 9);
        var several = new ArrayList<Stay>();
        for (var left = replicas; left > 0; ) {
            var held = dice.number(1, left + 1);
            several.addAll(stays.drawn(there, held, 1.0 / 4));
            left -= held;
            if (several.size() > 12 || dice.chance(0.3)) {
                break;
            }
        }
        return new DrawnExporter.Told(unit, there, replicas, several);
    }

    private void instances(String model, Map<UnitId, List<Row>> rows) {
        traits.add(Trait.MIG);
        var device = new DrawnExporter.Told(Unit.of(gpu, "node"), story, 1, List.of());
        var alone = new DrawnExporter.Kind(kind.counts(), List.of(), false, false);
        rows.put(gpu, new DrawnExporter(alone, device, troubles, story.from()).rows(ticks, age));
        var from = story.from();
        while (from < story.to()) {
            var to = dice.chance(0.5) ? dice.between(from, story.to()) : story.to();
            if (to < story.to()) {
                traits.add(Trait.CUT_ANEW);
            }
            if (dice.chance(0.85)) {
                cut(new Span(from, to), model, rows);
            }
            from = Math.max(to, from + MINUTE);
        }
    }

    /// The numbers of instances that are gone come again, or others.
    private void cut(Span there, String model, Map<UnitId, List<Row>> rows) {
        var number = dice.chance(0.7) ? 1 : 10;
        var told = new HashMap<String, Integer>();
        for (var left = model.contains("A30") ? 4 : 7; left > 0; ) {
            var slices = dice.number(1, Math.min(left, 4) + 1);
            left -= slices;
            if (dice.chance(0.8)) {
                told.put(Integer.toString(number), slices);
                instance(told(instance(number++, slices), there, dice.chance(0.15)), rows);
            }
        }
        cuts.add(new DrawnGpu.Cut(there, told));
    }

    private void instance(DrawnExporter.Told told, Map<UnitId, List<Row>> rows) {
        var its = rows.computeIfAbsent(told.unit().id(), _ -> new ArrayList<>());
        its.stream()
                .map(row -> row.unit().profile())
                .filter(profile -> !profile.equals(told.unit().profile()))
                .findFirst()
                .ifPresent(_ -> traits.add(Trait.NUMBER_COMES_AGAIN));
        its.addAll(new DrawnExporter(kind, told, troubles, story.from()).rows(ticks, age));
    }

    private Unit instance(int number, int slices) {
        return new Unit(
                new UnitId(gpu.cluster(), gpu.gpu(), Optional.of(Integer.toString(number))),
                "node",
                Optional.empty(),
                Optional.empty(),
                Optional.of("%dg.10gb".formatted(slices)),
                Optional.empty(),
                dice.chance(0.5) ? Optional.of(slices) : Optional.empty(),
                Optional.of(slices + 1));
    }

    /// One of seven in a row lacks something, for good.
    private List<Row> partial(List<Row> rows) {
        var partial = new ArrayList<Row>();
        for (var i = 0; i < rows.size(); i++) {
            partial.add(i % 7 == 3 && dice.chance(0.4) ? new Pieces(dice).one(rows.get(i)) : rows.get(i));
        }
        return partial;
    }
}
