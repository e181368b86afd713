package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.exposition.Family.Samples;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/// The ways in which a ledger family's samples follow from a scene. What was not read has no sample.
final class Rows {
    /// One value of a label, and the quantity that stands under it.
    record Part(String value, Quantity quantity) {}

    private Rows() {}

    /// One sample a GPU.
    static Samples gpus(Quantity quantity) {
        return (scene, page) -> scene.gpus()
                .forEach(gpu -> write(page, gpu.labels(), gpu.state().readings(), quantity));
    }

    /// One sample a GPU and part.
    static Samples gpus(String label, Part... parts) {
        return gpus(label, Numbers::plain, parts);
    }

    /// One sample a GPU and part, each a time in seconds.
    static Samples gpuSeconds(String label, Part... parts) {
        return gpus(label, seconds -> Numbers.seconds(Math.round(seconds * 1e9)), parts);
    }

    private static Samples gpus(String label, DoubleFunction<String> text, Part... parts) {
        var all = List.of(parts);
        return (scene, page) -> scene.gpus()
                .forEach(gpu -> all.forEach(part -> gpu.state()
                        .readings()
                        .value(part.quantity())
                        .ifPresent(value -> page.sample(gpu.labels().and(label, part.value()), text.apply(value)))));
    }

    /// One sample a unit.
    static Samples units(Quantity quantity) {
        return (scene, page) -> scene.units()
                .forEach(unit -> write(page, unit.labels(), unit.state().readings(), quantity));
    }

    /// The time for which a unit was observed; there from the moment that the unit is known.
    static Samples observed() {
        return (scene, page) -> scene.units()
                .forEach(unit -> page.sample(
                        unit.labels(), Numbers.seconds(unit.state().activity().observedNanos())));
    }

    /// The integral of an activity, for units that have ever given it.
    static Samples integral(Quantity activity) {
        return (scene, page) -> scene.units()
                .forEach(unit -> Optional.ofNullable(
                                unit.state().activity().activeNanos().get(activity))
                        .ifPresent(nanos -> page.sample(unit.labels(), Numbers.seconds(nanos))));
    }

    static void write(PageWriter page, Labels labels, Readings readings, Quantity quantity) {
        readings.value(quantity).ifPresent(value -> page.sample(labels, Numbers.plain(value)));
    }
}
