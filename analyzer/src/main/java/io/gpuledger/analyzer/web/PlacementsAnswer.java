package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.interruption.Tally;
import io.gpuledger.analyzer.placement.Crowd;
import io.gpuledger.analyzer.placement.Layout;
import io.gpuledger.analyzer.placement.NodeHours;
import io.gpuledger.analyzer.placement.NodeSum;
import io.gpuledger.analyzer.placement.PlacementReport;
import io.gpuledger.analyzer.placement.WorkloadSum;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.web.api.Field;
import io.gpuledger.analyzer.web.api.Shape;
import io.gpuledger.analyzer.web.api.Type;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Declares what `/api/v1/placements` answers.
final class PlacementsAnswer {
    private static final int PLACES = 4;
    private static final Type<Long> HOURS = Type.partsOf(Hour.MILLIS, 3);
    private static final List<String> CROWDS =
            Arrays.stream(Crowd.values()).map(Crowd::word).toList();
    private static final List<String> LAYOUTS =
            Arrays.stream(Layout.values()).map(Layout::word).toList();

    private static final Shape<NodeHours> HELD = Shape.of(
            "held",
            Field.of("node_hours", Type.WHOLE_NUMBER, NodeHours::hours, "Hours of nodes of the class, all together."),
            Field.of("gpu_hours", HOURS, NodeHours::millis, "All GPU-hours of these."),
            Field.of("held_gpu_hours", HOURS, NodeHours::held, "What of them somebody held."),
            Field.of(
                    "stranded_gpu_hours",
                    HOURS,
                    NodeHours::stranded,
                    "What of them nobody held, and was of no use to the pods that were expected."),
            Field.of(
                    "fragmented_gpu_hours",
                    HOURS,
                    NodeHours::fragmented,
                    "What of the stranded was too few GPUs for whole pods."));

    static final Shape<NodeSum> NODE = Shape.of(
            "node",
            Field.of(
                    "class",
                    Type.oneOf(CROWDS),
                    sum -> sum.crowd().word(),
                    "How many workloads held GPUs of the node in the hour: none, one, 2 or 3, 4 or more."),
            Field.part(HELD, NodeSum::nodes),
            per1000("stranded_per_1000_held", NodeSum::strandedPer1000, "GPU-hours that were stranded"),
            Field.part(FailuresAnswer.RATE, NodeSum::rate),
            Field.of(
                    "workloads_hit",
                    Type.WHOLE_NUMBER,
                    NodeSum::workloads,
                    "Workloads that these failures hit, each once for each failure."),
            Field.of("pods_hit", Type.WHOLE_NUMBER, NodeSum::pods, "The same of pods."),
            Field.of(
                    "unhealthy_gpu_hours",
                    HOURS,
                    NodeSum::unhealthy,
                    "What the books have as unhealthy on these nodes, in the hours of the failures."),
            Field.of(
                    "work_gpu_hours",
                    HOURS,
                    NodeSum::work,
                    "GPU-hours of work that was lost with the pods that these failures took."),
            Field.of("lost_gpu_hours", HOURS, NodeSum::lost, "Both together."),
            per1000("lost_per_1000_held", NodeSum::lostPer1000, "GPU-hours that were lost"));

    private static final Shape<Tally.Sum> INTERRUPTED = Shape.of(
            "interrupted",
            Field.of("interruptions", Type.WHOLE_NUMBER, Tally.Sum::interruptions, "How often pods were interrupted."),
            Field.of("lost_gpu_hours", HOURS, Tally.Sum::lostMillis, "GPU-hours of work that was lost with them."));

    static final Shape<WorkloadSum> WORKLOAD = Shape.of(
            "workload",
            Field.of(
                    "class",
                    Type.oneOf(LAYOUTS),
                    sum -> sum.layout().word(),
                    "Whether it was on as few nodes as hold so many GPUs, or on more."),
            Field.of(
                    "workloads",
                    Type.WHOLE_NUMBER,
                    WorkloadSum::workloads,
                    "How many were of the class in any hour; one may be of both."),
            Field.of("held_gpu_hours", HOURS, WorkloadSum::held, "GPU-hours that they held."),
            Field.orNull(
                    "nodes_p50",
                    Type.WHOLE_NUMBER,
                    WorkloadSum::nodes,
                    "In half of its hours a workload was on no more nodes than these."),
            Field.part(INTERRUPTED, WorkloadSum::interruptions),
            per1000("interruptions_per_1000_held", WorkloadSum::interruptionsPer1000, "Interruptions"),
            per1000("lost_per_1000_held", WorkloadSum::lostPer1000, "GPU-hours of work that were lost"),
            Field.orNull(
                    "activity",
                    Type.decimal(PLACES).from(BigDecimal::valueOf),
                    WorkloadSum::activity,
                    "What part of the time that they held they used."));

    static final Shape<PlacementReport> SHAPE = Shape.of(
            "data",
            Field.part(Hours.SHAPE, PlacementReport::window),
            Field.of(
                    "nodes",
                    Type.list(Type.object(NODE)),
                    PlacementReport::nodes,
                    "By how many workloads shared a node; each class is there."),
            Field.of(
                    "workloads",
                    Type.list(Type.object(WORKLOAD)),
                    PlacementReport::workloads,
                    "Workloads with two pods or more that held GPUs in the hour, by how they lay; each class is"
                            + " there."));

    private PlacementsAnswer() {}

    private interface Share<R> {
        Optional<Double> of(R row);
    }

    private static <R> Field<R> per1000(String name, Share<R> share, String what) {
        return Field.orNull(
                name,
                Type.THOUSANDTHS,
                row -> share.of(row).map(value -> Math.round(value * 1_000)),
                what + " for 1,000 GPU-hours that somebody held; `null` where nobody held any.");
    }
}
