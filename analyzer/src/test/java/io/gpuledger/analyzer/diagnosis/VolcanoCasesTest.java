package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;

import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Volcano: its pages on PodGroups, Queues, the gang, proportion, capacity and overcommit plugins.
class VolcanoCasesTest {
    private static final String FITS =
            "It would fit on 1 of the 1 nodes, for example on node-1. It is for the scheduler volcano.";
    private static final Place FULL = FREE.take(GPU, 8).place("full");
    private static final Place HALF = FREE.take(GPU, 4).place("half");

    /// Workers of the group `train` with four GPUs each.
    private static Waiting[] workers(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> Waiting.of(
                                "worker-" + i,
                                Specs.asks(Map.of(GPU, 4L, "cpu", 8_000L)).by("volcano"))
                        .in("volcano/train"))
                .toArray(Waiting[]::new);
    }

    private static World world(int workers, String... said) {
        return new World().pods(workers(workers)).told(Kind.VOLCANO_GROUP, "train", said);
    }

    private static World inQueue(String... said) {
        return world(2, "min_member 2", "queue research", "phase Inqueue")
                .node(FREE.place())
                .told(Kind.VOLCANO_QUEUE, "research", said);
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "PodGroup, minMember: the gang plugin starts nothing while there are fewer pods",
                        world(2, "min_member 4", "phase Inqueue").node(FREE.place()),
                        Blocker.GANG,
                        "Its group train of Volcano starts with 4 pods at least, and 2 are there so far."),
                new Case(
                        "PodGroup, minMember: a master without GPUs is one of them",
                        world(2, "min_member 3", "phase Inqueue")
                                .node(FREE.place())
                                .told(Kind.GROUP_PODS, "volcano/train", "existing 1", "placed 0"),
                        Blocker.SCHEDULER,
                        FITS),
                new Case(
                        "PodGroup, status: Unschedulable with NotEnoughResources, where some of the gang would fit",
                        world(4, "min_member 4", "phase Inqueue").node(HALF, FREE.place()),
                        Blocker.GANG,
                        "It would fit by itself. Of the 4 of its gang that wait, 3 fit at once, at most."),
                new Case(
                        "PodGroup, minMember: a job with more replicas than minAvailable starts with fewer",
                        world(4, "min_member 3", "phase Inqueue").node(HALF, FREE.place()),
                        Blocker.SCHEDULER,
                        "It would fit on 2 of the 2 nodes, for example on half. It is for the scheduler volcano."),
                new Case(
                        "PodGroup, minMember: fewer fit than have to, and more wait than have to",
                        world(4, "min_member 3", "phase Inqueue").node(FREE.place()),
                        Blocker.GANG,
                        "It would fit by itself. Of the 4 of its gang that wait, 2 fit at once, at most, and 3 have"
                                + " to."),
                new Case(
                        "PodGroup, status: who runs counts, so that only the rest has to fit",
                        world(2, "min_member 4", "phase Inqueue").node(HALF).placed("volcano/train", 2),
                        Blocker.GANG,
                        "It would fit by itself. Of the 2 of its gang that wait, 1 fit at once, at most."),
                new Case(
                        "PodGroup, phase Running: what comes after minMember starts one by one",
                        world(1, "min_member 2", "phase Running").node(FULL).placed("volcano/train", 2),
                        Blocker.CAPACITY,
                        "It asks for 4 nvidia.com/gpu on one node. Of the 1 node that it may use and that is large"
                                + " enough, full has 0 free, and all have 0 together."),
                new Case(
                        "Queue, state Closed: the queue takes no new PodGroups",
                        inQueue("state Closed"),
                        Blocker.QUEUE,
                        "The queue research of Volcano is closed, and lets nobody in."),
                new Case(
                        "Queue, state Closing: the queue is on its way to Closed",
                        inQueue("state Closing"),
                        Blocker.QUEUE,
                        "The queue research of Volcano is being closed, and lets nobody in."),
                new Case("Queue, state Open", inQueue("state Open"), Blocker.SCHEDULER, FITS),
                new Case(
                        "Enqueue action: it fails to find the queue of a job",
                        world(2, "min_member 2", "queue gone", "phase Pending")
                                .node(FREE.place())
                                .told(Kind.VOLCANO_QUEUE, "default", "state Open"),
                        Blocker.QUEUE,
                        "Its group train is for the queue gone of Volcano, and there is no such queue."),
                new Case(
                        "Queue, capability: a hard limit of all PodGroups of the queue",
                        inQueue("state Open", "limit.nvidia.com/gpu 16", "used.nvidia.com/gpu 12"),
                        Blocker.QUOTA,
                        "The queue research of Volcano may have 16 nvidia.com/gpu and has 12, and its group train asks"
                                + " for 8 more."),
                new Case(
                        "Queue, capability: what it says of cores is a limit, too",
                        inQueue("state Open", "limit.cpu 32", "used.cpu 20"),
                        Blocker.QUOTA,
                        "The queue research of Volcano may have 32 cores and has 20 cores, and its group train asks for"
                                + " 16 cores more."),
                new Case(
                        "PodGroup, minResources: so much has to be there before the first pod starts",
                        world(1, "min_member 1", "queue research", "phase Pending", "min.nvidia.com/gpu 64")
                                .node(FREE.place())
                                .told(Kind.VOLCANO_QUEUE, "research", "limit.nvidia.com/gpu 32"),
                        Blocker.QUOTA,
                        "The queue research of Volcano may have 32 nvidia.com/gpu and has 0, and its group train asks"
                                + " for 64 more."),
                new Case(
                        "Hierarchical queues: a child is within the capability of its parent",
                        inQueue("state Open", "parent lab")
                                .told(Kind.VOLCANO_QUEUE, "lab", "limit.nvidia.com/gpu 8", "used.nvidia.com/gpu 4"),
                        Blocker.QUOTA,
                        "The queue lab of Volcano may have 8 nvidia.com/gpu and has 4, and its group train asks for 8"
                                + " more."),
                new Case(
                        "Capacity plugin, deserved: a queue may have more than it deserves while others leave it",
                        inQueue("state Open", "deserved.nvidia.com/gpu 4", "used.nvidia.com/gpu 4"),
                        Blocker.SCHEDULER,
                        FITS),
                new Case(
                        "PodGroup, phase Pending: the enqueue action has not taken it",
                        world(2, "min_member 2", "queue default", "phase Pending")
                                .node(FREE.place()),
                        Blocker.QUEUE,
                        "Volcano has not let its group train into the queue default yet."),
                new Case(
                        "Overcommit plugin: a PodGroup stays Pending while the cluster has no room for it",
                        world(
                                        2,
                                        "min_member 2",
                                        "phase Pending",
                                        "message.Unschedulable 2/2 tasks in gang unschedulable: resource in cluster is"
                                                + " overused")
                                .node(FULL),
                        Blocker.QUEUE,
                        "Volcano has not let its group train in yet. Volcano says: 2/2 tasks in gang unschedulable:"
                                + " resource in cluster is overused. It asks for 4 nvidia.com/gpu on one node. Of the 1"
                                + " node that it may use and that is large enough, full has 0 free, and all have 0"
                                + " together."),
                new Case(
                        "PodGroup, condition Unschedulable: what it says where nothing is found that keeps the pod",
                        new World()
                                .node(FREE.place())
                                .pods(Waiting.of("worker-0", Specs.scheduledBy("volcano"))
                                        .in("volcano/train"))
                                .told(
                                        Kind.VOLCANO_GROUP,
                                        "train",
                                        "min_member 1",
                                        "phase Inqueue",
                                        "message.Unschedulable 1/1 tasks in gang unschedulable"),
                        Blocker.SCHEDULER,
                        FITS + " Volcano says: 1/1 tasks in gang unschedulable."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void is_told_so(Case one) {
        one.holds();
    }
}
