package io.gpuledger.exporter.top.screen;

import io.gpuledger.exporter.top.node.Measure;
import io.gpuledger.exporter.top.node.Node;
import io.gpuledger.exporter.top.node.Trouble.Grade;
import io.gpuledger.exporter.top.node.Unit;
import io.gpuledger.exporter.top.node.Watch.Outage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The lines above the table: the node as a whole, and what is not as it should be.
final class Summary {
    private static final String GAP = "  ";
    private static final double KILOWATT = 1000;

    private Summary() {}

    /// As much of it as there is room for, and the time at the right.
    static Line of(Scene scene, View view, int width) {
        var right = (view.paused() ? "PAUSED  " : "") + scene.time(scene.now());
        var line = Line.EMPTY;
        for (var part : parts(scene.node())) {
            var longer = line.length() == 0 ? part : line.and(GAP, Style.PLAIN).and(part);
            if (longer.length() + GAP.length() + right.length() <= width) {
                line = longer;
            }
        }
        return line.padded(width - right.length()).and(right, view.paused() ? Style.WARNING : Style.PLAIN);
    }

    private static List<Line> parts(Node node) {
        var parts = new ArrayList<Line>();
        node.name().ifPresent(name -> parts.add(Line.of(name, Style.STRONG)));
        parts.add(Line.of(gpus(node), Style.PLAIN));
        if (node.knowsHolders()) {
            parts.add(Line.of(held(node), Style.PLAIN));
        }
        troubled(node).ifPresent(parts::add);
        sum(node, Measure.POWER)
                .map(watts -> Line.of(String.format(Locale.ROOT, "%.2f kW", watts / KILOWATT), Style.PLAIN))
                .ifPresent(parts::add);
        memory(node).ifPresent(parts::add);
        node.driver().ifPresent(driver -> parts.add(Line.of("driver " + driver, Style.PLAIN)));
        return parts;
    }

    private static String gpus(Node node) {
        var models = node.gpus().stream()
                .flatMap(gpu -> gpu.info("model").stream())
                .distinct()
                .toList();
        var count = node.gpus().size();
        if (count == 0) {
            return "no GPUs";
        }
        return models.size() == 1 ? count + " x " + models.getFirst().replaceFirst("^NVIDIA ", "") : count + " GPUs";
    }

    private static String held(Node node) {
        var units = node.gpus().stream().flatMap(Unit::holdable).toList();
        var held = units.stream().filter(Unit::isHeld).count();
        return "%d of %d held".formatted(held, units.size());
    }

    private static Optional<Line> troubled(Node node) {
        var troubled =
                node.gpus().stream().filter(gpu -> !gpu.troubles().isEmpty()).toList();
        var isSevere = troubled.stream()
                .flatMap(gpu -> gpu.troubles().stream())
                .anyMatch(trouble -> trouble.grade() == Grade.SEVERE);
        return troubled.isEmpty()
                ? Optional.empty()
                : Optional.of(Line.of(troubled.size() + " troubled", isSevere ? Style.SEVERE : Style.WARNING));
    }

    private static Optional<Line> memory(Node node) {
        return sum(node, Measure.MEMORY_USED)
                .flatMap(used -> sum(node, Measure.MEMORY_TOTAL)
                        .map(total -> Line.of(
                                Numbers.gibibytes(used) + "/" + Numbers.gibibytes(total) + " GiB", Style.PLAIN)));
    }

    private static Optional<Double> sum(Node node, Measure measure) {
        return Columns.units(node).flatMap(unit -> unit.of(measure).stream()).reduce(Double::sum);
    }

    /// Returns the lines below the first, each for something that deserves one of its own.
    static List<Line> notices(Scene scene) {
        var outage = scene.watch().outage().map(gone -> Line.of(outage(scene, gone), Style.SEVERE));
        var standstill = scene.watch()
                .standsSince(scene.now())
                .map(since -> Line.of(
                        "The exporter answers, and has read no GPU since " + scene.time(since) + ".", Style.SEVERE));
        var notes = scene.node().notes().stream().map(note -> Line.of("Exporter: " + note, Style.WARNING));
        var ignorance = Stream.of(scene.node())
                .filter(node -> !node.knowsHolders() && !node.gpus().isEmpty())
                .map(_ -> Line.of(
                        "Who holds them is not known: the exporter asks with --kubernetes, --tenants.", Style.DIM));
        return Stream.of(outage.stream(), standstill.stream(), notes, ignorance)
                .flatMap(lines -> lines)
                .toList();
    }

    private static String outage(Scene scene, Outage gone) {
        return "No answer since %s (%s): shown is what was said before."
                .formatted(scene.time(gone.since()), gone.why());
    }
}
