package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Measure;
import io.gpuledger.exporter.top.node.Trouble.Grade;
import io.gpuledger.exporter.top.node.Unit;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// A column of the table, but for the last one, which says who holds a unit. They stand in this order.
@SuppressWarnings("ImmutableEnumChecker") // functions that keep nothing
enum Column {
    UNIT("GPU", true, 0, Column::unit),
    MODEL("MODEL", true, 8, unit -> unit.info("model").map(Column::model)),
    TEMPERATURE("TEMP", 4, Measure.TEMPERATURE, Numbers::celsius),
    POWER("POWER W", false, 5, Column::power),
    MEMORY("MEMORY GiB", false, 1, Column::memory),
    UTILIZATION("UTIL", false, 2, unit -> unit.utilization().map(Numbers::percent)),
    ENGINE("ENG", 9, Measure.ENGINE, Numbers::percent),
    SM("SM", 3, Measure.SM, Numbers::percent),
    SM_BAR("SM ACTIVE", 12, Measure.SM, Numbers::bar),
    TENSOR("TENS", 6, Measure.TENSOR, Numbers::percent),
    DRAM("DRAM", 7, Measure.DRAM, Numbers::percent),
    CLOCK("SM MHz", 11, Measure.SM_CLOCK, Numbers::megahertz),
    THROTTLED("CLOCKS HELD DOWN", true, 10, Column::throttled);

    /// Work that a GPU would be idle without.
    private static final double IDLE = 0.01;

    private static final int LONGEST_MODEL = 22;

    private final String heading;
    private final boolean isLeft;
    private final int rank;
    private final Function<Unit, Optional<String>> text;

    Column(String heading, boolean isLeft, int rank, Function<Unit, Optional<String>> text) {
        this.heading = heading;
        this.isLeft = isLeft;
        this.rank = rank;
        this.text = text;
    }

    Column(String heading, int rank, Measure measure, Function<Double, String> format) {
        this(heading, false, rank, unit -> unit.of(measure).map(format));
    }

    String heading() {
        return heading;
    }

    boolean isLeft() {
        return isLeft;
    }

    /// Where there is no room for all, those with the least rank are there.
    int rank() {
        return rank;
    }

    Optional<String> text(Unit unit) {
        return text.apply(unit);
    }

    /// What the column says of a holder's own part.
    String text(Unit unit, Holder holder) {
        return switch (this) {
            case MEMORY ->
                holder.memoryBytes()
                        .map(bytes -> Numbers.gibibytes(bytes)
                                + " ".repeat(wholeOf(unit).length()))
                        .orElse("");
            case UTILIZATION -> holder.busy().map(Numbers::percent).orElse("");
            case UNIT, MODEL, TEMPERATURE, POWER, ENGINE, SM, SM_BAR, TENSOR, DRAM, CLOCK, THROTTLED -> "";
        };
    }

    Style style(Unit unit) {
        return switch (this) {
            case UNIT -> worst(unit);
            case UTILIZATION, SM, ENGINE, SM_BAR -> isIdleThoughHeld(unit) ? Style.WARNING : Style.PLAIN;
            case MODEL, TEMPERATURE, POWER, MEMORY, TENSOR, DRAM, CLOCK, THROTTLED -> Style.PLAIN;
        };
    }

    private static Style worst(Unit unit) {
        return unit.troubles().stream()
                .findFirst()
                .map(trouble -> style(trouble.grade()))
                .orElse(Style.STRONG);
    }

    static Style style(Grade grade) {
        return switch (grade) {
            case WARNING -> Style.WARNING;
            case SEVERE -> Style.SEVERE;
        };
    }

    private static boolean isIdleThoughHeld(Unit unit) {
        return unit.isHeld()
                && unit.utilization()
                        .or(() -> unit.of(Measure.ENGINE))
                        .filter(part -> part < IDLE)
                        .isPresent();
    }

    private static Optional<String> unit(Unit unit) {
        var profile = unit.info("instance_profile").map(text -> " " + text).orElse("");
        return Optional.of(unit.place() + profile);
    }

    private static String model(String text) {
        return Plain.cut(Plain.of(text.replaceFirst("^NVIDIA ", "")), LONGEST_MODEL);
    }

    private static Optional<String> power(Unit unit) {
        var limit = unit.of(Measure.POWER_LIMIT).map(Numbers::watts);
        return unit.of(Measure.POWER).map(watts -> Numbers.of(Optional.of(Numbers.watts(watts)), limit));
    }

    private static Optional<String> memory(Unit unit) {
        var used = unit.of(Measure.MEMORY_USED).map(Numbers::gibibytes);
        var total = unit.of(Measure.MEMORY_TOTAL).map(Numbers::gibibytes);
        return used.isEmpty() && total.isEmpty() ? Optional.empty() : Optional.of(Numbers.of(used, total));
    }

    private static String wholeOf(Unit unit) {
        return unit.of(Measure.MEMORY_TOTAL)
                .map(bytes -> "/" + Numbers.gibibytes(bytes))
                .orElse("");
    }

    private static Optional<String> throttled(Unit unit) {
        return unit.throttled().entrySet().stream()
                .max(Comparator.comparing(Map.Entry::getValue))
                .map(most -> most.getValue() > 0
                        ? String.format(Locale.ROOT, "%-14s %s", most.getKey(), Numbers.percent(most.getValue()))
                        : "");
    }
}
