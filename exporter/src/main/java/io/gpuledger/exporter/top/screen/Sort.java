package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Measure;
import io.gpuledger.exporter.top.node.Unit;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// What GPUs are sorted by: those with most of it first, those of which it is not known last. Instances stay with their
/// GPU, which counts as the one of them that has most.
@SuppressWarnings("ImmutableEnumChecker") // functions that keep nothing
public enum Sort {
    GPU('g', _ -> Optional.empty()),
    TEMPERATURE('t', unit -> unit.of(Measure.TEMPERATURE)),
    POWER('w', unit -> unit.of(Measure.POWER)),
    MEMORY('m', unit -> unit.of(Measure.MEMORY_USED)),
    UTILIZATION('u', Unit::utilization),
    SM('a', unit -> unit.of(Measure.SM)),
    HOLDER('h', _ -> Optional.empty());

    private final char key;
    private final Function<Unit, Optional<Double>> value;

    Sort(char key, Function<Unit, Optional<Double>> value) {
        this.key = key;
        this.value = value;
    }

    /// Returns the key that is pressed for it.
    public char key() {
        return key;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    Sort next() {
        return values()[(ordinalOf(this) + 1) % values().length];
    }

    private static int ordinalOf(Sort sort) {
        return Stream.of(values()).toList().indexOf(sort);
    }

    static Optional<Sort> of(char key) {
        return Stream.of(values()).filter(sort -> sort.key == key).findFirst();
    }

    Comparator<Unit> order(boolean isReversed) {
        var order = switch (this) {
            case GPU -> Comparator.comparing(Unit::place);
            case HOLDER -> Comparator.comparing(Sort::isFree).thenComparing(Sort::firstHolder);
            case TEMPERATURE, POWER, MEMORY, UTILIZATION, SM -> Comparator.comparingDouble((Unit unit) -> -most(unit));
        };
        return isReversed ? order.reversed() : order;
    }

    private double most(Unit gpu) {
        return parts(gpu)
                .flatMap(unit -> value.apply(unit).stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(-1);
    }

    private static Stream<Unit> parts(Unit gpu) {
        return Stream.concat(Stream.of(gpu), gpu.instances().stream());
    }

    private static boolean isFree(Unit gpu) {
        return parts(gpu).noneMatch(Unit::isHeld);
    }

    private static String firstHolder(Unit gpu) {
        return parts(gpu)
                .flatMap(unit -> unit.holders().stream())
                .map(holder -> holder.who().line())
                .min(Comparator.naturalOrder())
                .orElse("");
    }
}
