package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Makes a node of pages.
final class NodeReader {
    /// A family that counts errors, told apart by a label.
    private record Errors(String word, String family, String label) {}

    private static final List<Errors> ERRORS = List.of(
            new Errors("xid_errors", "gpu_xid_errors_total", "xid"),
            new Errors("ecc_errors", "gpu_ecc_errors_total", "kind"),
            new Errors("remapped_rows", "gpu_remapped_rows_total", "kind"));

    private final Pages pages;
    private final Map<UnitId, Map<Measure, Double>> readings = new LinkedHashMap<>();
    private final Map<UnitId, List<Holder>> holders;
    private final Map<UnitId, Map<String, Double>> throttled = new LinkedHashMap<>();
    private final Map<UnitId, Labels> infos = new LinkedHashMap<>();

    private NodeReader(Pages pages) {
        this.pages = pages;
        this.holders = Holdings.of(pages);
        for (var measure : Measure.values()) {
            measure.values(pages)
                    .forEach((id, value) -> readings.computeIfAbsent(id, _ -> new EnumMap<>(Measure.class))
                            .put(measure, value));
        }
        pages.partsOfTime("gpu_throttled_seconds_total")
                .forEach((labels, part) -> throttled
                        .computeIfAbsent(UnitId.of(labels), _ -> new TreeMap<>())
                        .put(labels.get("reason").orElse(""), part));
        pages.latest().family("gpu_info").keySet().forEach(labels -> infos.put(UnitId.of(labels), labels));
    }

    static Node node(Pages pages) {
        return new NodeReader(pages).node();
    }

    private Node node() {
        var gpus = infos.keySet().stream()
                .filter(UnitId::isGpu)
                .map(this::gpu)
                .sorted(Comparator.comparing(Unit::place))
                .toList();
        return new Node(
                anyInfo("node"),
                anyInfo("driver_version"),
                pages.latest().snapshotSeconds(),
                pages.seconds(),
                knowsHolders(),
                gpus,
                notes());
    }

    private Optional<String> anyInfo(String label) {
        return infos.values().stream()
                .flatMap(labels -> labels.get(label).stream())
                .findFirst();
    }

    private boolean knowsHolders() {
        return !holders.isEmpty()
                || collector("holders").isPresent()
                || collector("hpc_jobs").isPresent();
    }

    private Optional<Double> collector(String name) {
        return pages.latest().family("gpu_exporter_collector_success").entrySet().stream()
                .filter(sample -> sample.getKey().has("collector", name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private Unit gpu(UnitId id) {
        var instances = infos.keySet().stream()
                .filter(other -> !other.isGpu() && other.gpu().equals(id))
                .map(other -> unit(other, List.of(), List.of()))
                .sorted(Comparator.comparing(Unit::place))
                .toList();
        var isRead = readings.keySet().stream().anyMatch(one -> one.gpu().equals(id));
        var troubles = Troubles.of(pages, id, isRead, throttled.getOrDefault(id, Map.of()));
        return unit(id, troubles, instances);
    }

    private Unit unit(UnitId id, List<Trouble> troubles, List<Unit> instances) {
        var info = infos.getOrDefault(id, new Labels(Map.of()));
        return new Unit(
                Place.of(info),
                info.byName(),
                readings.getOrDefault(id, Map.of()),
                holders.getOrDefault(id, List.of()),
                readings.containsKey(id) ? throttled.getOrDefault(id, Map.of()) : Map.of(),
                errors(id),
                troubles,
                instances);
    }

    /// What the page has a sample for and has not happened is left out.
    private Map<String, Map<String, Double>> errors(UnitId id) {
        var errors = new TreeMap<String, Map<String, Double>>();
        for (var kind : ERRORS) {
            pages.latest().family(kind.family()).forEach((labels, count) -> {
                if (UnitId.of(labels).equals(id) && count > 0) {
                    errors.computeIfAbsent(kind.word(), _ -> new TreeMap<>())
                            .put(labels.get(kind.label()).orElse(""), count);
                }
            });
        }
        return errors;
    }

    /// Returns the troubles that the exporter has itself.
    private List<String> notes() {
        var notes = new ArrayList<String>();
        pages.latest().family("gpu_exporter_backend_state").forEach((labels, is) -> {
            if (is == 1 && !labels.has("state", "ready")) {
                notes.add("%s: %s"
                        .formatted(
                                labels.get("backend").orElse("backend"),
                                labels.get("state").orElse("").replace('_', ' ')));
            }
        });
        if (collector("holders").filter(success -> success == 0).isPresent()) {
            notes.add("the kubelet does not answer: holders are those that it named last");
        }
        pages.latest().family("gpu_exporter_unmapped_ids").forEach((labels, count) -> {
            if (count > 0) {
                notes.add("%d ids of %s are no GPU of this node"
                        .formatted(count.longValue(), labels.get("resource").orElse("devices")));
            }
        });
        return notes;
    }
}
