package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Condition;
import java.time.Instant;
import java.util.List;

/// The exporter's families about its own work: what it could not read, and how long it took.
final class ExporterTable {
    private static final List<Quantity> QUANTITIES = List.of(Quantity.values());

    private ExporterTable() {}

    static List<Family> families(DcgmTable dcgm) {
        return List.of(
                gauge(
                        "gpu_exporter_device_stuck",
                        "Whether a call into the driver for this GPU has not come back within its deadline.",
                        ExporterTable::stuck),
                gauge(
                        "gpu_exporter_snapshot_timestamp_seconds",
                        "When what this page shows was read.",
                        (scene, page) -> page.sample(
                                scene.none(), unixSeconds(scene.snapshot().at()))),
                gauge(
                        "gpu_exporter_unsupported",
                        "A reading that this GPU or instance does not give, and why. A metric that the counters file"
                                + " asks for stands here too, without a GPU where none can give it. Always 1.",
                        (scene, page) -> {
                            unsupported(scene, page);
                            dcgm.unsupported(scene, page);
                        }));
    }

    private static void stuck(Scene scene, PageWriter page) {
        for (var gpu : scene.gpus()) {
            page.sample(gpu.labels(), gpu.state().condition() == Condition.STUCK ? "1" : "0");
        }
    }

    private static void unsupported(Scene scene, PageWriter page) {
        for (var gpu : scene.gpus()) {
            unsupported(page, gpu.labels(), gpu.state().readings());
            gpu.units().stream()
                    .filter(unit -> unit.state().unit().instance().isPresent())
                    .forEach(unit ->
                            unsupported(page, unit.labels(), unit.state().readings()));
        }
    }

    private static void unsupported(PageWriter page, Labels labels, Readings readings) {
        for (var quantity : QUANTITIES) {
            if (readings.of(quantity) instanceof Absent absent && absent.lasting()) {
                page.sample(labels.and("reading", quantity.word()).and("reason", absent.word()), "1");
            }
        }
    }

    private static String unixSeconds(Instant at) {
        return Numbers.seconds(at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
