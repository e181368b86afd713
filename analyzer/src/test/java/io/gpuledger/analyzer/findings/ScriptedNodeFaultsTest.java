package io.gpuledger.analyzer.findings;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.gpuledger.analyzer.findings.WatchedStory.Place;
import io.gpuledger.analyzer.findings.WatchedStory.Stored;
import io.gpuledger.gate.Golden;
import io.gpuledger.simulator.script.Script;
import io.gpuledger.simulator.story.Span;
import io.gpuledger.simulator.story.Story;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A fault of each kind that the books, the cluster or a comparison tell, on a node of its own and from 00:30 to 01:35:
/// found by the whole path, from pages of exporters and of kube-state-metrics to rows of the database.
class ScriptedNodeFaultsTest {
    private static final long BEGIN = 1_790_035_200;
    private static final long MINUTE = 60;
    private static final long FROM = 30 * MINUTE;
    private static final long TO = 95 * MINUTE;
    private static final double HOURS = (TO - FROM) / 3_600.0;
    private static final long DAY = 24 * 60 * MINUTE;
    private static final String NODE = "NODE";
    private static final String SPAN = " from 30m to 95m";

    /// @param lines of the script, of which `NODE` is a node of its own
    /// @param finding its kind, with its detail in brackets
    /// @param gpu which it is of, on its node; empty where it is of the node
    /// @param delay how long its sign has to stand
    /// @param lasts whether it is there until 01:35; else it is over when it happened, which is known later
    /// @param lost GPU-hours that it costs
    private record Fault(
            String lines, String finding, String gpu, String severity, long delay, boolean lasts, double lost) {
        static Fault ofNode(String lines, String finding, String severity, long minutes, double lost) {
            return new Fault(lines, finding, "", severity, minutes * MINUTE, true, lost);
        }

        /// Part of the node's GPU software is not well.
        static Fault ofStack(String lines, String part) {
            return ofNode(lines + SPAN, "stack(" + part + ")", "warning", 5, 0);
        }

        static Fault ofSkew(String lines, String trait, String severity) {
            return ofNode(lines + SPAN, "skew(" + trait + ")", severity, 60, 0);
        }

        Place place(String node) {
            var bracket = finding.indexOf('(');
            return bracket < 0
                    ? new Place(node, gpu, finding, "")
                    : new Place(
                            node,
                            gpu,
                            finding.substring(0, bracket),
                            finding.substring(bracket + 1, finding.length() - 1));
        }
    }

    private static final List<Fault> FAULTS = List.of(
            Fault.ofNode("dark NODE" + SPAN, "silent", "warning", 5, 0),
            Fault.ofNode("missing NODE/1" + SPAN, "gpus_missing", "critical", 5, HOURS),
            Fault.ofNode("not-ready NODE" + SPAN, "node_not_ready", "critical", 2, 2 * HOURS),
            Fault.ofStack("unready NODE nvidia-dcgm-exporter", "DCGM exporter"),
            Fault.ofStack("unoffered NODE/1", "device plugin"),
            Fault.ofStack("labelled NODE nvidia.com/mig.config.state=failed", "MIG manager"),
            Fault.ofStack("labelled NODE nvidia.com/gpu-driver-upgrade-state=upgrade-failed", "driver"),
            Fault.ofStack("condition NODE GpuXid", "condition GpuXid"),
            Fault.ofSkew("driver NODE 580.95.05", "driver", "info"),
            Fault.ofSkew("vbios NODE/1 96.00.10.00.01", "vbios", "warning"),
            Fault.ofSkew("ecc-off NODE/1", "ecc", "warning"),
            Fault.ofSkew("power-limit NODE/1 500", "power_limit", "warning"),
            Fault.ofSkew("clock-max NODE/1 1400", "clock_max", "warning"),
            new Fault(
                    "slowed NODE/1 to 50%" + SPAN,
                    "slow",
                    "1",
                    "warning",
                    10 * MINUTE,
                    true,
                    HOURS * (1 - 990 / 1890.0)),
            new Fault("counts xid 31 NODE/1 1 times at 30m", "xid_repeats(31)", "1", "warning", 0, false, 0));

    /// Two pods have had the same before, and each time it is told for whoever looks.
    private static final String REPEATED = """
        pod one ads on NODE/1 from 0 to 15m doing 50%
        pod two ads on NODE/1 from 16m to 25m doing 50%
        pod three ads on NODE/1 from 26m to 110m doing 50%
        counts xid 31 NODE/1 1 times at 10m
        counts xid 31 NODE/1 1 times at 20m
        """;

    private static final Fault EACH_TIME = new Fault("", "xid(31)", "1", "info", 0, false, 0);

    /// Its exporter is away, as its node is.
    private static final Fault BOOTING = Fault.ofNode(
            "dark NODE from 30m to 95m\nnot-ready NODE from 31m to 95m", "node_not_ready", "critical", 2, 2 * HOURS);

    /// What passes before anybody has to act, and what somebody means to be so.
    private static final List<String> UNTOLD = List.of(
            "dark NODE from 30m to 33m",
            "not-ready NODE from 30m to 31m",
            "unready NODE nvidia-dcgm-exporter from 30m to 34m",
            "driver NODE 580.95.05 from 30m to 80m",
            "cordoned NODE from 30m to 95m",
            "maintained NODE from 30m to 95m");

    private static final Map<Long, List<Stored>> FOUND = new HashMap<>();

    private static Map<String, Fault> byNode() {
        var faults = new LinkedHashMap<String, Fault>();
        FAULTS.forEach(fault -> faults.put("n" + faults.size(), fault));
        faults.put("booting", BOOTING);
        return faults;
    }

    private static Story story() {
        var nodes = new StringBuilder();
        var lines = new StringBuilder();
        byNode().forEach((node, fault) -> {
            var isSlow = fault.finding().equals("slow");
            nodes.append("node %s h100 %d\n".formatted(node, isSlow ? 4 : 2));
            lines.append(fault.lines().replace(NODE, node)).append('\n');
            if (isSlow) {
                lines.append("pod job vision on N/0,N/1,N/2,N/3 from 0 to 110m doing training\n".replace("N", node));
            } else if (!fault.lasts()) {
                lines.append(REPEATED.replace(NODE, node));
            }
        });
        for (var number = 0; number < UNTOLD.size(); number++) {
            nodes.append("node untold-%d h100 1\n".formatted(number));
            lines.append(UNTOLD.get(number).replace(NODE, "untold-" + number)).append('\n');
        }
        return Script.read(nodes.append(lines).toString(), new Span(BEGIN, BEGIN + 2 * 3_600));
    }

    /// The books are looked at each minute while something is about to be found, or to be over.
    private static List<Stored> found(long interval) throws Exception {
        var known = FOUND.get(interval);
        if (known != null) {
            return known;
        }
        try (var watched = new WatchedStory(story(), interval, interval / 3)) {
            watched.playUntil(FROM, 10 * MINUTE);
            watched.vacuum();
            watched.playUntil(FROM + 12 * MINUTE, MINUTE);
            watched.playUntil(FROM + 60 * MINUTE, 4 * MINUTE);
            watched.playUntil(FROM + 61 * MINUTE, MINUTE);
            watched.playUntil(TO - MINUTE, 4 * MINUTE);
            watched.playUntil(TO + 4 * MINUTE, MINUTE);
            watched.playUntil(TO + 15 * MINUTE, 5 * MINUTE);
            FOUND.put(interval, watched.found());
            return watched.found();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {15, 30, 60})
    void each_is_found_with_its_times_and_its_cost_and_nothing_else_is(long interval) throws Exception {
        var faults = new HashMap<Place, Fault>();
        byNode().forEach((node, fault) -> {
            faults.put(fault.place(node), fault);
            if (!fault.lasts()) {
                faults.put(EACH_TIME.place(node), EACH_TIME);
            }
        });
        var found = found(interval);
        assertThat(found).extracting(Stored::place).containsExactlyInAnyOrderElementsOf(faults.keySet());
        for (var finding : found) {
            var fault = faults.getOrDefault(finding.place(), EACH_TIME);
            assertThat(finding.severity()).isEqualTo(fault.severity());
            assertThat(finding.lostHours())
                    .as("what it cost: %s", finding)
                    .isBetween(fault.lost() * 0.95, fault.lost() * 1.05);
            assertThat(finding.action()).endsWith(".");
            if (fault.lasts()) {
                assertTimes(finding, fault, interval);
            }
        }
    }

    /// The books say after three minutes that nothing is told of a GPU.
    private static void assertTimes(Stored finding, Fault fault, long interval) {
        assertThat(finding.seen() - FROM)
                .as("when it is found: %s", finding)
                .isBetween(fault.delay(), fault.delay() + 2 * interval + 3 * MINUTE);
        assertThat(finding.opened()).as("when it began: %s", finding).isBetween(FROM, finding.seen() - fault.delay());
        assertThat(finding.closed() - TO)
                .as("when it was over: %s", finding)
                .isBetween(-interval, 2 * interval + 2 * MINUTE);
    }

    @Test
    void what_came_to_several_pods_is_over_when_it_has_not_for_a_day() throws Exception {
        var script = "node n1 h100 2\n" + (REPEATED + "counts xid 31 NODE/1 1 times at 30m\n").replace(NODE, "n1");
        var story = Script.read(script, new Span(BEGIN, BEGIN + DAY + 3_600));
        try (var watched = new WatchedStory(story, MINUTE, 0)) {
            watched.playUntil(DAY, 60 * MINUTE);
            assertThat(watched.found())
                    .extracting(finding -> finding.place().kind(), Stored::isOpen)
                    .containsExactlyInAnyOrder(tuple("xid", false), tuple("xid_repeats", true));
            watched.playUntil(DAY + 40 * MINUTE, 10 * MINUTE);
            assertThat(watched.found()).noneMatch(Stored::isOpen);
        }
    }

    /// How long it takes until each is found is written into the documentation.
    @Test
    void the_documentation_says_how_long_it_takes_until_each_is_found() throws Exception {
        var seen = new ArrayList<Map<Place, Long>>();
        for (var interval : List.of(15L, 30L, 60L)) {
            seen.add(found(interval).stream().collect(toMap(Stored::place, Stored::seen)));
        }
        var table = new StringBuilder(
                "| fault | finding | found after, scraped each 15 s | 30 s | 60 s |\n|---|---|---:|---:|---:|\n");
        byNode().forEach((node, fault) -> table.append("| `%s` | `%s` | %s |\n"
                .formatted(
                        fault.lines().replace(NODE, "n1").replace("\n", "`, `"),
                        fault.finding(),
                        seen.stream()
                                .map(byPlace -> minutes(byPlace.getOrDefault(fault.place(node), 0L) - FROM))
                                .collect(joining(" | ")))));
        Golden.section(Path.of("docs/findings.md"), "detection of nodes").matches(table.toString());
    }

    private static String minutes(long seconds) {
        return seconds / MINUTE + " min";
    }
}
