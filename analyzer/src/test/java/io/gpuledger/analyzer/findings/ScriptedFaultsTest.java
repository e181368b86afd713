package io.gpuledger.analyzer.findings;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Xids;
import io.gpuledger.analyzer.health.watch.CutRows;
import io.gpuledger.analyzer.health.watch.Watches;
import io.gpuledger.analyzer.ledger.Heard;
import io.gpuledger.gate.Golden;
import io.gpuledger.simulator.page.Exporter;
import io.gpuledger.simulator.page.FailingScrapes;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A fault of each kind on a GPU of its own, for two hours, found on the pages of its exporter.
class ScriptedFaultsTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long FROM = 2 * 3_600;
    private static final long HOURS = 16;
    private static final double GPU_HOURS = 2;

    /// @param line of the script, of which `GPU` is a GPU of its own
    /// @param kind with its detail in brackets
    /// @param fromSecond when it begins; how long after that it is found at the latest, beside an interval
    /// @param lasts whether it is there until 04:00; others are over when they happened
    /// @param lost GPU-hours that it costs
    private record Fault(String line, String kind, long fromSecond, long delay, boolean lasts, double lost) {
        Fault(String line, String kind, long delay, double lost) {
            this(line, kind, FROM, delay, true, lost);
        }

        long toSecond() {
            return fromSecond + (long) (3_600 * GPU_HOURS);
        }
    }

    private static final List<Fault> FAULTS = List.of(
            new Fault("lost GPU from 2h to 4h", "gpu_lost", 120, GPU_HOURS),
            new Fault("stuck GPU from 2h to 4h", "gpu_stuck", 300, GPU_HOURS),
            new Fault("xid 95 GPU from 2h to 4h", "fatal_xid(95)", 0, GPU_HOURS),
            new Fault("remap-failed GPU from 2h to 4h", "row_remap_failed", 120, GPU_HOURS),
            new Fault("counts xid 48 GPU 1 times at 2h", "xid(48)", FROM, 0, false, 0),
            new Fault("counts uncorrected GPU 2 times at 2h", "ecc_uncorrected", FROM, 0, false, 0),
            new Fault("remap-pending GPU from 2h to 4h", "row_remap_pending", 600, 0),
            new Fault("retirement-pending V100 from 2h to 4h", "pages_retired", 600, 0),
            new Fault("sram-exceeded GPU from 2h to 4h", "sram_worn", 120, 0),
            new Fault("unjoined GPU from 2h to 4h", "fabric", 300, 0),
            new Fault("hot GPU at 92 from 2h to 4h", "hot", 300, 0),
            new Fault("memory-hot GPU at 101 from 2h to 4h", "memory_hot", 300, 0),
            new Fault("throttled GPU to 60% by hw_thermal from 2h to 4h", "throttled_by_heat", 300, 0.4 * GPU_HOURS),
            new Fault("throttled GPU to 60% by hw_power_brake from 2h to 4h", "power_brake", 300, 0.4 * GPU_HOURS),
            new Fault("pcie-replays GPU 30 a-minute from 2h to 4h", "pcie_replays", 300, 0),
            new Fault("pcie-lanes GPU 8 from 2h to 4h", "pcie_narrow(16)", 300, 0),
            new Fault("nvlink-down GPU 4 from 2h to 4h", "nvlink_down(18)", 120, 0),
            new Fault("nvlink-errors GPU crc 500 a-second from 2h to 4h", "nvlink_errors", 0, 0),
            new Fault("nvlink-errors GPU recovery 1 a-second from 2h to 4h", "nvlink_errors(repaired)", 0, 0),
            new Fault("orphan-memory FREE 20 GiB from 2h to 4h", "memory_orphaned", 900 + 120, 0),
            new Fault("filled GPU to 98% from 2h to 4h", "memory_full", 900, 0),
            new Fault("creeping SERVING by 3% an-hour from 2h to 12h", "memory_grows", FROM, 8 * 3_600, false, 0),
            new Fault("pod hangs vision on GPU from 1h to 4h doing hung", "hung", 900, GPU_HOURS),
            new Fault("pod lazy vision on GPU from 110m to 4h doing 5%", "low_use", 1_800, 0.95 * GPU_HOURS));

    /// This one takes a past of three days, and has a story of its own, which begins at 22:00 of the first of them.
    private static final long EVENING = 22 * 3_600;

    private static final long DAYS = 72 * 3_600;

    private static final Fault OF_DAYS = new Fault(
            "slowed GPU to 70% from 52h to 54h",
            "slower(1905)", DAYS + FROM, 2_100, true, (1 - 1_380.0 / 1_905) * GPU_HOURS);

    private static final int GPUS_OF_NODE = 8;

    private final Map<Fault, String> places = new HashMap<>();

    private Story storyOfDays() {
        places.put(OF_DAYS, "n1/0");
        var script = """
            node n1 h100 1
            pod train vision on n1/0 from 0 to 56h doing 80%
            """ + OF_DAYS.line().replace("GPU", "n1/0");
        return Script.read(script, new Span(BEGIN + EVENING, BEGIN + EVENING + 56 * 3_600));
    }

    private Story story() {
        var script = new StringBuilder();
        var nodes = (FAULTS.size() + GPUS_OF_NODE - 1) / GPUS_OF_NODE;
        IntStream.range(0, nodes).forEach(node -> script.append("node n%d h100 8\n".formatted(node)));
        script.append("node old v100 8\npod veteran vision on old/0 from 0 to 16h doing training\n");
        for (var number = 0; number < FAULTS.size(); number++) {
            var fault = FAULTS.get(number);
            var gpu = "n%d/%d".formatted(number / GPUS_OF_NODE, number % GPUS_OF_NODE);
            if (!fault.line().contains("FREE") && !fault.line().startsWith("pod")) {
                script.append("pod train-%d vision on %s from 0 to 16h doing %s\n"
                        .formatted(number, gpu, fault.line().contains("SERVING") ? "50%" : "training"));
            }
            script.append(fault.line().replaceAll("GPU|FREE|SERVING", gpu).replace("V100", "old/0"))
                    .append('\n');
            places.put(fault, fault.line().contains("V100") ? "old/0" : gpu);
        }
        return Script.read(script.toString(), new Span(BEGIN, BEGIN + HOURS * 3_600));
    }

    private static List<Finding> found(Story story, long interval, long phase) {
        return found(story, interval, phase, false);
    }

    /// @param isCut whether readings come in pieces, those of all GPUs mixed
    private static List<Finding> found(Story story, long interval, long phase, boolean isCut) {
        var heard = new Heard(story, Exporter.GPU_EXPORTER, interval, phase, new FailingScrapes(0));
        var watches = new Watches(Xids.BUILT_IN, List.of());
        var found = new ArrayList<Finding>();
        var random = new Random(1);
        for (var batch : heard.batches()) {
            watches.tell(batch.statements());
            for (var row : batch.rows()) {
                var pieces = isCut ? CutRows.of(row, random) : List.of(row);
                pieces.forEach(piece -> found.addAll(watches.read(List.of(piece))));
            }
        }
        return found;
    }

    private static String name(Finding finding) {
        var detail = finding.key().detail();
        return finding.key().kind().word() + (detail.isEmpty() ? "" : "(" + detail + ")");
    }

    private Map<String, List<Finding>> byGpu(Story story, List<Finding> found) {
        var places = new HashMap<String, String>();
        story.fleet()
                .nodes()
                .forEach(node -> IntStream.range(0, node.gpus().size())
                        .forEach(number -> places.put(node.gpus().get(number).uuid(), node.name() + "/" + number)));
        var byGpu = new HashMap<String, List<Finding>>();
        found.forEach(finding -> byGpu.computeIfAbsent(
                        switch (finding.key().subject()) {
                            case Subject.OfUnit(var unit) -> places.get(unit.gpu());
                            case Subject.OfNode node -> node.node();
                        },
                        _ -> new ArrayList<>())
                .add(finding));
        return byGpu;
    }

    @ParameterizedTest
    @CsvSource({"15, false", "30, false", "60, false", "97, false", "30, true", "60, true"})
    void each_is_found_with_its_times_and_its_cost_and_nothing_else_is(long interval, boolean isCut) {
        play(story(), FAULTS, interval, isCut);
        play(storyOfDays(), List.of(OF_DAYS), interval, isCut);
    }

    private void play(Story story, List<Fault> faults, long interval, boolean isCut) {
        var byGpu = byGpu(story, found(story, interval, interval / 3, isCut));
        for (var fault : faults) {
            var findings = byGpu.getOrDefault(places.get(fault), List.of());
            assertThat(findings.stream().map(ScriptedFaultsTest::name).distinct())
                    .as("each %d s: %s", interval, fault.line())
                    .containsExactly(fault.kind());
            var opened = findings.getFirst();
            var last = findings.getLast();
            assertThat(second(opened.told()) - fault.fromSecond())
                    .as("when it is found: %s", opened)
                    .isBetween(0L, fault.delay() + 3 * interval);
            if (fault.lasts()) {
                assertThat(second(opened.opened()))
                        .as("when it began: %s", opened)
                        .isBetween(fault.fromSecond() - interval, fault.fromSecond() + 120 + 2 * interval);
                assertThat(second(last.closed().orElseThrow()))
                        .as("when it was over: %s", last)
                        .isBetween(fault.toSecond() - interval, fault.toSecond() + 2 * interval);
                assertThat(last.lostMillis() / 3_600_000.0)
                        .as("what it cost: %s", last)
                        .isBetween(fault.lost() - 3.0 * interval / 3_600, fault.lost() + 3.0 * interval / 3_600);
            }
            assertThat(last.isOpen()).isFalse();
            assertThat(last.action()).endsWith(".");
            if (!fault.kind().contains("xid")) {
                assertThat(last.action()).isEqualTo(last.key().kind().action());
            }
        }
    }

    private static long second(long millis) {
        return millis / 1_000 - BEGIN;
    }

    /// How long it takes until each is found is written into the documentation.
    @Test
    void the_documentation_says_how_long_it_takes_until_each_is_found() {
        var table = new StringBuilder(
                "| fault | finding | found after, scraped each 15 s | 30 s | 60 s |\n|---|---|---:|---:|---:|\n");
        told(story(), FAULTS, table);
        told(storyOfDays(), List.of(OF_DAYS), table);
        Golden.section(Path.of("docs/findings.md"), "detection").matches(table.toString());
    }

    private void told(Story story, List<Fault> faults, StringBuilder table) {
        var byInterval = List.of(15L, 30L, 60L).stream()
                .map(interval -> byGpu(story, found(story, interval, interval / 3)))
                .toList();
        for (var fault : faults) {
            table.append("| `%s` | `%s` | %s |\n"
                    .formatted(
                            fault.line().replaceAll("GPU|FREE|SERVING|V100", "n1/0"),
                            fault.kind(),
                            byInterval.stream()
                                    .map(byGpu -> time(second(byGpu.getOrDefault(places.get(fault), List.of())
                                                    .getFirst()
                                                    .told())
                                            - fault.fromSecond()))
                                    .collect(joining(" | "))));
        }
    }

    private static String time(long seconds) {
        return seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
    }
}
