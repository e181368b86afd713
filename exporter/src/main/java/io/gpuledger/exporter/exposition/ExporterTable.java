package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.device.Snapshot.Run;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// The exporter's families about its own work: what it could not read, and how long it took.
final class ExporterTable {
    static final List<Family> FAMILIES = List.of(
            gauge(
                    "gpu_exporter_collector_success",
                    "Whether the collector's latest run went well.",
                    runs(run -> run.success() ? "1" : "0")),
            gauge(
                    "gpu_exporter_collector_duration_seconds",
                    "How long the collector's latest run took.",
                    runs(run -> Numbers.plain(run.took().toNanos() / 1e9))),
            gauge(
                    "gpu_exporter_collector_last_success_timestamp_seconds",
                    "When the collector last did well.",
                    runs(run ->
                            run.lastSuccess().map(ExporterTable::unixSeconds).orElse("0"))),
            gauge(
                    "gpu_exporter_device_stuck",
                    "Whether a call into the driver for this GPU has not come back within its deadline.",
                    ExporterTable::stuck),
            gauge(
                    "gpu_exporter_snapshot_timestamp_seconds",
                    "When what this page shows was read.",
                    (scene, page) -> page.sample(
                            Labels.NONE, unixSeconds(scene.snapshot().at()))),
            gauge(
                    "gpu_exporter_unsupported",
                    "A reading that this GPU or instance does not give, and why. Always 1.",
                    ExporterTable::unsupported));

    private ExporterTable() {}

    private static Family.Samples runs(Function<Run, String> value) {
        return (scene, page) -> scene.snapshot()
                .runs()
                .forEach(run -> page.sample(Labels.NONE.and("collector", run.collector()), value.apply(run)));
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
        readings.asked().forEach((quantity, reading) -> {
            if (reading instanceof Absent absent && absent.lasting()) {
                var reason = absent.name().toLowerCase(Locale.ROOT);
                page.sample(labels.and("reading", quantity.word()).and("reason", reason), "1");
            }
        });
    }

    private static String unixSeconds(Instant at) {
        return Numbers.seconds(at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
