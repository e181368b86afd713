package io.gpuledger.analyzer.failures;

import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject;
import io.gpuledger.analyzer.health.Subject.OfNode;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// A fleet of a cluster, its nodes in racks of sixteen and each two racks at a switch, and what fails in 30 days.
final class DrawnFleet {
    static final long DAY = 86_400_000;
    static final Span WINDOW = new Span(0, 30 * DAY);

    private static final int RACK = 16;

    private final List<Finding> findings = new ArrayList<>();
    private final List<FleetNode> nodes;

    DrawnFleet(int nodes) {
        this.nodes = IntStream.range(0, nodes).mapToObj(DrawnFleet::node).toList();
    }

    private static FleetNode node(int number) {
        return new FleetNode(
                new OfNode("c", "n" + number),
                WINDOW.millis(),
                new TreeMap<>(Map.of(
                        "topology_kubernetes_io_rack",
                        "r" + number / RACK,
                        "network_topology_nvidia_com_leaf",
                        "s" + number / RACK / 2)));
    }

    /// Every node fails as often, each time independently of all else.
    ///
    /// @param rate in 1,000 node-days
    DrawnFleet failingAtRandom(RandomGenerator random, double rate) {
        for (var number = 0; number < nodes.size(); number++) {
            var at = 0.0;
            while (true) {
                at += random.nextExponential() * 1_000 / rate * DAY;
                if (at >= WINDOW.to()) {
                    break;
                }
                fails(number, (long) at);
            }
        }
        return this;
    }

    /// A GPU of a node is lost, for an hour.
    DrawnFleet fails(int node, long at, String... pods) {
        findings.add(finding(FindingKind.GPU_LOST, "", "n" + node, "GPU-" + node, at, pods));
        return this;
    }

    DrawnFleet finds(FindingKind kind, String detail, int node, String gpu, long at) {
        findings.add(finding(kind, detail, "n" + node, gpu, at));
        return this;
    }

    private static Finding finding(FindingKind kind, String detail, String node, String gpu, long at, String... pods) {
        var subject = gpu.isEmpty()
                ? new Subject.OfNode("c", node)
                : new Subject.OfUnit(new UnitId("c", gpu, Optional.empty()));
        return new Finding(
                new Finding.Key(subject, kind, detail),
                node,
                Severity.CRITICAL,
                at,
                OptionalLong.of(at + DAY / 24),
                at + DAY / 24,
                "",
                "",
                Set.of(pods),
                0);
    }

    List<Failure> failures(Span window) {
        return Failure.of(window, findings);
    }

    FailureReport report(Job... jobs) {
        return FailureReport.of(WINDOW, nodes, Failure.of(WINDOW, findings), List.of(jobs));
    }
}
