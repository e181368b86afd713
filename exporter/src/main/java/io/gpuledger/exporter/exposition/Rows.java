package io.gpuledger.exporter.exposition;

import io.gpuledger.exporter.device.Pace;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.exposition.Family.Samples;
import java.util.List;
import java.util.function.DoubleFunction;

/// The ways in which a ledger family's samples follow from a labelled. What was not read has no sample.
///
/// Loops, as the JVM here runs without its second compiler, and calls the runtime for each lambda that holds something.
final class Rows {
    /// A quantity stands under one value of a label.
    record Under(String value, Quantity quantity) {}

    private Rows() {}

    /// What is read slowly stands until it is read again.
    private static Samples of(List<Quantity> quantities, Samples samples) {
        var stand = quantities.stream().allMatch(quantity -> quantity.pace() == Pace.SLOW);
        return stand ? Samples.standing(samples) : samples;
    }

    private static Samples of(Quantity quantity, Samples samples) {
        return of(List.of(quantity), samples);
    }

    /// Writes one sample for each GPU.
    static Samples gpus(Quantity quantity) {
        return of(quantity, (labelled, page) -> {
            for (var gpu : labelled.gpus()) {
                write(page, gpu.labels(), gpu.state().readings(), quantity);
            }
        });
    }

    /// Writes one sample for each GPU and each of these.
    static Samples gpus(String label, Under... parts) {
        return gpus(label, Numbers::plain, parts);
    }

    /// Writes one sample for each GPU and each of these, all of which are times in seconds.
    static Samples gpuSeconds(String label, Under... parts) {
        return gpus(label, seconds -> Numbers.seconds(Math.round(seconds * 1e9)), parts);
    }

    private static Samples gpus(String label, DoubleFunction<String> text, Under... parts) {
        var all = List.of(parts);
        return of(all.stream().map(Under::quantity).toList(), (labelled, page) -> {
            for (var gpu : labelled.gpus()) {
                for (var part : all) {
                    if (gpu.state().readings().of(part.quantity()) instanceof Reading.Value(double value)) {
                        page.sample(gpu.labels().and(label, part.value()), text.apply(value));
                    }
                }
            }
        });
    }

    /// Writes one sample for each of a GPU's parts that has this reading, under its number.
    static Samples parts(String label, Quantity quantity) {
        return of(quantity, (labelled, page) -> {
            for (var gpu : labelled.gpus()) {
                for (var part : gpu.state().parts().entrySet()) {
                    var number = Integer.toString(part.getKey().number());
                    write(page, gpu.labels().and(label, number), part.getValue(), quantity);
                }
            }
        });
    }

    /// Writes one sample for each unit.
    static Samples units(Quantity quantity) {
        return of(quantity, (labelled, page) -> {
            for (var unit : labelled.units()) {
                write(page, unit.labels(), unit.state().readings(), quantity);
            }
        });
    }

    /// Writes one sample for each memory: that of a GPU instance stands with the first of its compute instances.
    static Samples memory(Quantity quantity) {
        return of(quantity, (labelled, page) -> {
            for (var unit : labelled.units()) {
                if (unit.state().unit().tellsMemory()) {
                    write(page, unit.labels(), unit.state().readings(), quantity);
                }
            }
        });
    }

    /// The time for which a unit was observed; there from the moment that the unit is known.
    static Samples observed() {
        return (labelled, page) -> {
            for (var unit : labelled.units()) {
                page.sample(
                        unit.labels(), Numbers.seconds(unit.state().activity().observedNanos()));
            }
        };
    }

    /// The integral of an activity, for units that have ever given it.
    static Samples integral(Quantity activity) {
        return (labelled, page) -> {
            for (var unit : labelled.units()) {
                var nanos = unit.state().activity().activeNanos().get(activity);
                if (nanos != null) {
                    page.sample(unit.labels(), Numbers.seconds(nanos));
                }
            }
        };
    }

    static void write(PageWriter page, Labels labels, Readings readings, Quantity quantity) {
        if (readings.of(quantity) instanceof Reading.Value(double value)) {
            page.sample(labels, Numbers.plain(value));
        }
    }
}
