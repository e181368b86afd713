package io.gpuledger.analyzer.placement;

import io.gpuledger.analyzer.failures.Failure;
import io.gpuledger.analyzer.health.Finding;
import io.gpuledger.analyzer.health.FindingKind;
import io.gpuledger.analyzer.health.Severity;
import io.gpuledger.analyzer.health.Subject.OfUnit;
import io.gpuledger.analyzer.interruption.Interruption;
import io.gpuledger.analyzer.interruption.Run;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;

/// A week in which anything may be so of nodes, workloads and failures.
record DrawnPlaces(List<NodeHours> nodes, List<Damage> damages, List<WorkloadHours> workloads, List<Loss> losses) {
    static final Span WEEK = new Span(0, 168 * Hour.MILLIS);

    DrawnPlaces {
        nodes = List.copyOf(nodes);
        damages = List.copyOf(damages);
        workloads = List.copyOf(workloads);
        losses = List.copyOf(losses);
    }

    static DrawnPlaces of(long seed) {
        var random = new SplittableRandom(seed);
        var nodes = new ArrayList<NodeHours>();
        var damages = new ArrayList<Damage>();
        var workloads = new ArrayList<WorkloadHours>();
        var losses = new ArrayList<Loss>();
        for (var i = 0; i < random.nextInt(20); i++) {
            var millis = random.nextLong(1, 1_000 * Hour.MILLIS);
            var stranded = random.nextLong(millis);
            nodes.add(new NodeHours(
                    random.nextInt(7),
                    random.nextLong(1, 200),
                    millis,
                    random.nextLong(millis - stranded + 1),
                    stranded,
                    random.nextLong(stranded + 1)));
            damages.add(new Damage(
                    failure("n" + random.nextInt(4), random.nextLong(WEEK.to()), Hour.MILLIS, "ai/p" + i),
                    random.nextInt(7),
                    random.nextInt(3),
                    random.nextLong(8 * Hour.MILLIS),
                    List.of(lost(random.nextInt(1, 9), random.nextInt(100)))));
            var held = random.nextLong(1, 100 * Hour.MILLIS);
            workloads.add(new WorkloadHours(
                    random.nextInt(5),
                    random.nextInt(1, 9),
                    random.nextInt(1, 9),
                    random.nextInt(1, 168),
                    held,
                    random.nextLong(held + 1)));
            losses.add(new Loss(
                    random.nextInt(1, 9), random.nextInt(1, 9), lost(random.nextInt(1, 9), random.nextInt(100))));
        }
        return new DrawnPlaces(nodes, damages, workloads, losses);
    }

    PlacementReport report() {
        return PlacementReport.of(WEEK, nodes, damages, workloads, losses);
    }

    DrawnPlaces reversed() {
        return new DrawnPlaces(nodes.reversed(), damages.reversed(), workloads.reversed(), losses.reversed());
    }

    /// A GPU of a node is lost for a time, with pods that held it.
    static Failure failure(String node, long at, long millis, String... pods) {
        var finding = new Finding(
                new Finding.Key(new OfUnit(new UnitId("c", "GPU-" + node, Optional.empty())), FindingKind.GPU_LOST, ""),
                node,
                Severity.CRITICAL,
                at,
                OptionalLong.of(at + millis),
                at + millis,
                "",
                "",
                Set.of(pods),
                0);
        return Failure.of(new Span(0, Long.MAX_VALUE), List.of(finding)).getFirst();
    }

    /// A pod with GPUs that ran for so many hours until something took it.
    static Run lost(long gpus, long hours) {
        return new Run(
                gpus,
                0,
                Optional.of(0L),
                Optional.of(hours * Hour.MILLIS),
                Optional.empty(),
                Optional.of(new Interruption(hours * Hour.MILLIS, "gpu")));
    }
}
