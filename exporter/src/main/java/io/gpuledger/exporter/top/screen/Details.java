package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Holder;
import io.gpuledger.exporter.top.node.Measure;
import io.gpuledger.exporter.top.node.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// All that is known of a unit, as somebody needs it who opens a ticket.
final class Details {
    private static final int LABEL = 14;
    private static final String DEGREES = " C";

    private final Unit unit;
    private final List<Line> lines = new ArrayList<>();

    private Details(Unit unit) {
        this.unit = unit;
    }

    static List<Line> of(Unit unit, int width) {
        var details = new Details(unit);
        details.lines.add(Line.of("GPU " + unit.place(), Style.STRONG)
                .and(
                        unit.info("model")
                                .or(() -> unit.info("instance_profile"))
                                .map(text -> "  " + text)
                                .orElse(""),
                        Style.PLAIN));
        details.lines.addAll(TroubleLines.of(unit.troubles(), width));
        details.holders();
        details.identity();
        details.readings();
        details.errors();
        return details.lines;
    }

    private void holders() {
        for (var holder : unit.holders()) {
            add("held by", Stream.of(holder.who().line(), taken(holder)).filter(text -> !text.isEmpty()));
        }
    }

    private static String taken(Holder holder) {
        return Stream.of(
                        holder.share().map(share -> share.line() + " " + share.mode()),
                        holder.busy().map(part -> "busy " + percent(part)),
                        holder.memoryBytes().map(bytes -> Numbers.gibibytes(bytes) + " GiB"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", "));
    }

    private void identity() {
        add("uuid", unit.info("instance_uuid").or(() -> unit.info("uuid")).stream());
        add("serial", unit.info("serial").stream());
        add("PCI bus", unit.info("pci_bus_id").stream());
        add("software", labelled(Map.of("driver", "driver_version", "CUDA", "cuda_version", "VBIOS", "vbios")));
        add("modes", labelled(Map.of("ECC", "ecc", "MIG", "mig")));
    }

    private Stream<String> labelled(Map<String, String> labels) {
        return labels.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .flatMap(label -> unit.info(label.getValue()).map(value -> label.getKey() + " " + value).stream());
    }

    private void readings() {
        add(
                "temperature",
                Stream.of(
                                reading(Measure.TEMPERATURE, value -> Numbers.watts(value) + DEGREES),
                                reading(
                                        Measure.MEMORY_TEMPERATURE,
                                        value -> "memory " + Numbers.watts(value) + DEGREES))
                        .flatMap(Optional::stream));
        add(
                "power",
                Stream.of(
                                reading(Measure.POWER, value -> Numbers.watts(value) + " W"),
                                reading(Measure.POWER_LIMIT, value -> "limit " + Numbers.watts(value) + " W"))
                        .flatMap(Optional::stream));
        add(
                "memory",
                Stream.of(
                                reading(Measure.MEMORY_USED, value -> Numbers.gibibytes(value) + " GiB"),
                                reading(Measure.MEMORY_TOTAL, value -> "of " + Numbers.gibibytes(value) + " GiB"))
                        .flatMap(Optional::stream));
        add(
                "SM clock",
                reading(Measure.SM_CLOCK, value -> Numbers.megahertz(value).strip() + " MHz").stream());
        add(
                "activity",
                Stream.of(Measure.UTILIZATION, Measure.BUSY, Measure.ENGINE, Measure.SM, Measure.TENSOR, Measure.DRAM)
                        .flatMap(measure -> reading(measure, value -> word(measure) + " " + percent(value)).stream()));
        add(
                "clocks held",
                unit.throttled().entrySet().stream()
                        .filter(part -> part.getValue() > 0)
                        .map(part -> part.getKey() + " " + percent(part.getValue())));
    }

    private static String percent(double ratio) {
        return Numbers.percent(ratio).strip();
    }

    private static String word(Measure measure) {
        return measure.word().replaceFirst("(_active)?_ratio$", "");
    }

    private Optional<String> reading(Measure measure, Function<Double, String> format) {
        return unit.of(measure).map(format);
    }

    private void errors() {
        unit.errors()
                .forEach((what, byKind) -> add(
                        what.replace('_', ' '),
                        byKind.entrySet().stream()
                                .map(kind ->
                                        kind.getKey() + ": " + kind.getValue().longValue())));
    }

    /// What nothing is known of has no line.
    private void add(String label, Stream<String> values) {
        var text = values.collect(Collectors.joining(", "));
        if (!text.isEmpty()) {
            lines.add(Line.of(label, Style.DIM).padded(LABEL).and(text, Style.PLAIN));
        }
    }
}
