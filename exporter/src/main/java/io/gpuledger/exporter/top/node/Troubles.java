package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.exposition.GraveXids;
import io.gpuledger.exporter.exposition.XidNames;
import io.gpuledger.exporter.top.node.Trouble.Grade;
import io.gpuledger.exporter.top.page.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Finds what is wrong with a GPU. The gravest comes first.
final class Troubles {
    /// A flag of the page's, and what it means where it is up.
    private record Flag(String family, Grade grade, String text) {}

    private static final List<Flag> FLAGS = List.of(
            new Flag("gpu_lost", Grade.SEVERE, "lost: it has fallen off the bus, or is no longer found"),
            new Flag("gpu_exporter_device_stuck", Grade.SEVERE, "stuck: the driver does not answer for it"),
            new Flag("gpu_row_remap_failed", Grade.SEVERE, "a row remap has failed: replace it"),
            new Flag(
                    "gpu_sram_ecc_threshold_exceeded",
                    Grade.SEVERE,
                    "too many errors in its on-chip memories: replace it"),
            new Flag("gpu_row_remap_pending", Grade.WARNING, "a row remap waits for a reset"),
            new Flag("gpu_retired_pages_pending", Grade.WARNING, "retired pages wait for a reset"));

    /// What the driver says would mend it, by its number.
    private static final Map<Integer, String> REMEDIES = Map.of(
            1, "the driver asks for a reset",
            2, "the driver asks for a reboot of the node",
            3, "the driver asks for it to be drained",
            4, "the driver asks for it to be drained and reset");

    /// Clocks are held down by these where something is wrong; the others are how a GPU works under load.
    private static final Map<String, String> HOLDS = Map.of(
            "hw_slowdown", "by the hardware",
            "hw_thermal", "by heat, by the hardware",
            "sw_thermal", "by heat",
            "hw_power_brake", "by the power supply");

    private static final String XIDS = "gpu_xid_errors_total";

    private final Pages pages;
    private final UnitId gpu;
    private final List<Trouble> found = new ArrayList<>();

    private Troubles(Pages pages, UnitId gpu) {
        this.pages = pages;
        this.gpu = gpu;
    }

    /// @param isRead whether anything at all is read of it now
    static List<Trouble> of(Pages pages, UnitId gpu, boolean isRead, Map<String, Double> throttled) {
        var troubles = new Troubles(pages, gpu);
        FLAGS.forEach(troubles::flag);
        if (!isRead && troubles.found.isEmpty()) {
            troubles.add(Grade.SEVERE, "nothing of it can be read now");
        }
        troubles.xids();
        troubles.memoryErrors();
        troubles.remedy();
        troubles.clocks(throttled);
        troubles.orphans();
        return troubles.found.stream()
                .sorted((one, other) -> other.grade().compareTo(one.grade()))
                .toList();
    }

    private void add(Grade grade, String text) {
        found.add(new Trouble(grade, text));
    }

    private void flag(Flag flag) {
        gauge(flag.family()).filter(value -> value == 1).ifPresent(_ -> add(flag.grade(), flag.text()));
    }

    private Optional<Double> gauge(String family) {
        return Optional.ofNullable(pages.gauges(family, _ -> true).get(gpu));
    }

    private Stream<Map.Entry<Labels, Double>> counted(String family) {
        return pages.latest().family(family).entrySet().stream()
                .filter(sample -> UnitId.of(sample.getKey()).gpu().equals(gpu) && sample.getValue() > 0);
    }

    /// Those that nobody has to act on are mostly the applications'.
    private void xids() {
        counted(XIDS).forEach(sample -> {
            var xid = number(sample.getKey());
            var text = xid + times(sample.getValue()) + news(sample.getKey()) + ": " + XidNames.of(xid);
            add(GraveXids.has(xid) ? Grade.SEVERE : Grade.WARNING, "XID " + text);
        });
    }

    private static int number(Labels labels) {
        return labels.get("xid")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Integer::valueOf)
                .orElse(0);
    }

    private static String times(double count) {
        return count > 1 ? " (%d times)".formatted((long) count) : "";
    }

    private String news(Labels labels) {
        return pages.news(XIDS, labels) > 0 ? " just now" : "";
    }

    private void memoryErrors() {
        var uncorrected = counted("gpu_ecc_errors_total")
                .filter(sample -> sample.getKey().has("kind", "uncorrected"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        if (uncorrected > 0) {
            add(Grade.SEVERE, "memory errors that were not corrected: " + (long) uncorrected);
        }
    }

    private void remedy() {
        gauge("gpu_recovery_action")
                .map(action -> REMEDIES.get(action.intValue()))
                .ifPresent(remedy -> add(Grade.SEVERE, remedy));
    }

    private void clocks(Map<String, Double> throttled) {
        var reasons = throttled.entrySet().stream()
                .filter(part -> part.getValue() > 0 && HOLDS.containsKey(part.getKey()))
                .map(part -> String.format(
                        Locale.ROOT, "%s (%.0f %% of the time)", HOLDS.get(part.getKey()), part.getValue() * 100))
                .collect(Collectors.joining(", "));
        if (!reasons.isEmpty()) {
            add(Grade.WARNING, "clocks are held down " + reasons);
        }
    }

    private void orphans() {
        pages.gauges("gpu_orphan_memory_bytes", _ -> true).forEach((unit, bytes) -> {
            if (unit.gpu().equals(gpu) && bytes > 0) {
                add(
                        Grade.WARNING,
                        String.format(
                                Locale.ROOT,
                                "nobody holds %s, and %.1f GiB of it are in use",
                                unit.instance().map(id -> "its instance " + id).orElse("it"),
                                bytes / (1 << 30)));
            }
        });
    }
}
