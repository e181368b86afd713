package io.gpuledger.exporter.exposition;

import static io.gpuledger.exporter.exposition.Family.Samples.standing;
import static io.gpuledger.exporter.exposition.Family.counter;
import static io.gpuledger.exporter.exposition.Family.gauge;

import io.gpuledger.exporter.device.BackendState.Link;
import io.gpuledger.exporter.device.Quantity;
import io.gpuledger.exporter.device.Reading.Absent;
import io.gpuledger.exporter.device.Readings;
import io.gpuledger.exporter.device.Snapshot.Condition;
import io.gpuledger.exporter.exposition.Rows.Under;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The exporter's families about its own work: what it could not read, and how long it took.
final class ExporterTable {
    private static final List<Link> LINKS = List.of(Link.values());

    private ExporterTable() {}

    static List<Family> families(DcgmTable dcgm) {
        return List.of(
                counter(
                        "gpu_exporter_activity_clamped_total",
                        "Activities that the driver gave as less than 0 or more than 1.",
                        Rows.gpus(Quantity.ACTIVITY_CLAMPED)),
                gauge(
                        "gpu_exporter_backend_state",
                        "How a source of readings stands with the library or service that it asks: 1 for the state"
                                + " that it is in.",
                        standing(ExporterTable::states)),
                gauge(
                        "gpu_exporter_device_stuck",
                        "Whether a call into the driver for this GPU has not come back within its deadline.",
                        standing(ExporterTable::stuck)),
                gauge(
                        "gpu_exporter_fields_latency_seconds",
                        "How long the driver itself took for all fields that it was last asked for at once.",
                        Rows.gpus(
                                "pace",
                                new Under("fast", Quantity.FAST_FIELDS_LATENCY),
                                new Under("slow", Quantity.SLOW_FIELDS_LATENCY))),
                gauge(
                        "gpu_exporter_source_info",
                        "Where a reading comes from on this node: the library, and its function, field or metric. More"
                                + " than one where GPUs differ. Always 1.",
                        standing(ExporterTable::sources)),
                gauge(
                        "gpu_exporter_snapshot_timestamp_seconds",
                        "When what this page shows was read.",
                        (labelled, page) -> page.sample(
                                labelled.none(), unixSeconds(labelled.snapshot().at()))),
                gauge(
                        "gpu_exporter_unidentified_gpus",
                        "GPUs that a source of readings counts and that do not say who they are, so that nothing of"
                                + " them is on the page unless they did before.",
                        standing(ExporterTable::unidentified)),
                gauge(
                        "gpu_exporter_unsupported",
                        "A reading that this GPU or instance does not give, and why. A metric that the counters file"
                                + " asks for stands here too, without a GPU where none can give it. Always 1.",
                        standing((labelled, page) -> {
                            unsupported(labelled, page);
                            dcgm.unsupported(labelled, page);
                        })));
    }

    private static void states(LabelledSnapshot labelled, PageWriter page) {
        for (var backend : labelled.snapshot().backends()) {
            var labels = labelled.none().and("backend", backend.backend());
            for (var link : LINKS) {
                page.sample(labels.and("state", link.word()), backend.link() == link ? "1" : "0");
            }
        }
    }

    private static void unidentified(LabelledSnapshot labelled, PageWriter page) {
        for (var backend : labelled.snapshot().backends()) {
            page.sample(labelled.none().and("backend", backend.backend()), Integer.toString(backend.unidentified()));
        }
    }

    private static void sources(LabelledSnapshot labelled, PageWriter page) {
        var shown = new HashSet<Labels>();
        // GPUs that are alike have the same ones.
        for (var sources : distinctSources(labelled)) {
            for (var source : sources.entrySet()) {
                var labels =
                        labelled.none().and("reading", source.getKey().word()).and("source", source.getValue());
                if (shown.add(labels)) {
                    page.sample(labels, "1");
                }
            }
        }
    }

    private static Set<Map<Quantity, String>> distinctSources(LabelledSnapshot labelled) {
        var distinct = new LinkedHashSet<Map<Quantity, String>>();
        for (var gpu : labelled.gpus()) {
            distinct.add(gpu.state().sources());
        }
        return distinct;
    }

    private static void stuck(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            page.sample(gpu.labels(), gpu.state().condition() == Condition.STUCK ? "1" : "0");
        }
    }

    private static void unsupported(LabelledSnapshot labelled, PageWriter page) {
        for (var gpu : labelled.gpus()) {
            unsupported(page, gpu.labels(), gpu.state().readings(), Readings.NONE);
            for (var unit : gpu.units()) {
                if (unit.state().unit().instance().isPresent()) {
                    unsupported(
                            page,
                            unit.labels(),
                            unit.state().readings(),
                            gpu.state().readings());
                }
            }
        }
    }

    /// @param told what stands there of the GPU, and need not stand there of each of its instances
    private static void unsupported(PageWriter page, Labels labels, Readings readings, Readings told) {
        for (var asked : readings.asked().entrySet()) {
            var quantity = asked.getKey();
            if (asked.getValue() instanceof Absent absent && absent.named() && told.of(quantity) != absent) {
                page.sample(labels.and("reading", quantity.word()).and("reason", absent.word()), "1");
            }
        }
    }

    private static String unixSeconds(Instant at) {
        return Numbers.seconds(at.getEpochSecond() * 1_000_000_000L + at.getNano());
    }
}
