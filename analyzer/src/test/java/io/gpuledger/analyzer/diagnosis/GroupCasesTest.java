package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.GPU;
import static io.gpuledger.analyzer.fit.Specs.Node.FREE;

import io.gpuledger.analyzer.fit.Place;
import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The coscheduling plugin of the scheduler-plugins: its page on PodGroups. KAI: its pages on queues, fairness,
/// priority and pod groups.
class GroupCasesTest {
    private static final String FITS = "It would fit on 1 of the 1 nodes, for example on node-1.";
    private static final String FITS_KAI = FITS + " It is for the scheduler kai-scheduler.";
    private static final Place FULL = FREE.take(GPU, 8).place("full");
    private static final Place HALF = FREE.take(GPU, 4).place("half");

    private static Waiting[] workers(int number, UnaryOperator<Waiting> as) {
        return IntStream.range(0, number)
                .mapToObj(i -> as.apply(Waiting.of("worker-" + i, Specs.asks(Map.of(GPU, 4L)))))
                .toArray(Waiting[]::new);
    }

    private static World coscheduled(int workers, String... said) {
        return new World()
                .pods(workers(workers, pod -> pod.in("coscheduling/train")))
                .told(Kind.COSCHEDULING_GROUP, "train", said);
    }

    private static World kai(int workers, String... said) {
        return new World()
                .pods(workers(workers, pod -> pod.in("kai/train").by("kai-scheduler")))
                .told(Kind.KAI_GROUP, "train", said);
    }

    /// Two workers with eight GPUs together that a queue would take.
    private static World inQueue(String... said) {
        return kai(2, "min_member 2", "queue team-a").node(FREE.place()).told(Kind.KAI_QUEUE, "team-a", said);
    }

    private static World firm(String... said) {
        return kai(1, "min_member 1", "queue team-a", "reason.UnschedulableOnNodePool NonPreemptibleOverQuota")
                .node(FREE.place())
                .told(Kind.KAI_QUEUE, "team-a", said);
    }

    static Stream<Case> cases() {
        return Stream.concat(ofCoscheduling(), ofKai());
    }

    private static Stream<Case> ofCoscheduling() {
        return Stream.of(
                new Case(
                        "Coscheduling, PreFilter: it rejects a pod while its group has fewer than minMember",
                        coscheduled(2, "min_member 3").node(FREE.place()),
                        Blocker.GANG,
                        "Its group train of the coscheduling plugin starts with 3 pods at least, and 2 are there so"
                                + " far."),
                new Case(
                        "Coscheduling, PreFilter: one pod alone",
                        coscheduled(1, "min_member 3").node(FREE.place()),
                        Blocker.GANG,
                        "Its group train of the coscheduling plugin starts with 3 pods at least, and 1 is there so"
                                + " far."),
                new Case(
                        "Coscheduling, PodGroup: the label names a group that was not made",
                        new World()
                                .node(FREE.place())
                                .pods(workers(
                                        1,
                                        pod -> pod.in("coscheduling/train")
                                                .said("0/1 nodes are available: PodGroup not found."))),
                        Blocker.GANG,
                        "It is in the group train of the coscheduling plugin, and there is no such group."),
                new Case(
                        "Coscheduling, Permit: all wait until minMember of them have a node",
                        coscheduled(4, "min_member 4").node(HALF, FREE.place()),
                        Blocker.GANG,
                        "It would fit by itself. Of the 4 of its gang that wait, 3 fit at once, at most."),
                new Case(
                        "Coscheduling, Permit: with enough room all start",
                        coscheduled(2, "min_member 2").node(FREE.place()),
                        Blocker.NONE,
                        FITS),
                new Case(
                        "Coscheduling, PreFilter: pods that run are siblings",
                        coscheduled(1, "min_member 3").node(FREE.place()).placed("coscheduling/train", 2),
                        Blocker.NONE,
                        FITS),
                new Case(
                        "Coscheduling, minMember: whoever comes later waits for room like any pod",
                        coscheduled(1, "min_member 2").node(FULL).placed("coscheduling/train", 2),
                        Blocker.CAPACITY,
                        "It asks for 4 nvidia.com/gpu on one node. Of the 1 node that it may use and that is large"
                                + " enough, full has 0 free, and all have 0 together."));
    }

    private static Stream<Case> ofKai() {
        return Stream.of(
                new Case(
                        "KAI, PodGroup: it waits until minMember pods are there",
                        kai(1, "min_member 2", "queue team-a").node(FREE.place()),
                        Blocker.GANG,
                        "Its group train of KAI starts with 2 pods at least, and 1 is there so far."),
                new Case(
                        "KAI, queues: a workload has to name a queue that exists",
                        kai(1, "min_member 1", "queue gone").node(FREE.place()).told(Kind.KAI_QUEUE, "team-a"),
                        Blocker.QUEUE,
                        "Its group train is for the queue gone of KAI, and there is no such queue."),
                new Case(
                        "KAI, queues: limit is the most that a queue may have",
                        inQueue("limit.nvidia.com/gpu 8", "used.nvidia.com/gpu 4"),
                        Blocker.QUOTA,
                        "The queue team-a of KAI may have 8 nvidia.com/gpu and has 4, and its group train asks for 8"
                                + " more."),
                new Case(
                        "KAI, queues: without a limit for GPUs, which is 0, a queue gets none",
                        inQueue("limit.nvidia.com/gpu 0"),
                        Blocker.QUOTA,
                        "The queue team-a of KAI may have 0 nvidia.com/gpu and has 0, and its group train asks for 8"
                                + " more."),
                new Case(
                        "KAI, queues: a limit of -1 is none",
                        inQueue("deserved.nvidia.com/gpu 4", "used.nvidia.com/gpu 4"),
                        Blocker.SCHEDULER,
                        FITS_KAI),
                new Case(
                        "KAI, hierarchical queues: a department's limit is about all its projects",
                        inQueue("parent department", "limit.nvidia.com/gpu 100")
                                .told(
                                        Kind.KAI_QUEUE,
                                        "department",
                                        "limit.nvidia.com/gpu 16",
                                        "used.nvidia.com/gpu 16"),
                        Blocker.QUOTA,
                        "The queue department of KAI may have 16 nvidia.com/gpu and has 16, and its group train asks"
                                + " for 8 more."),
                new Case(
                        "KAI, fairness: who cannot be preempted gets no more than the queue's quota",
                        firm("deserved.nvidia.com/gpu 4", "used.nvidia.com/gpu 4", "non_preemptible.nvidia.com/gpu 2"),
                        Blocker.QUOTA,
                        "Pods that nobody may preempt get no more than what is due to their queue: the queue team-a of"
                                + " KAI is due 4 nvidia.com/gpu, such pods of it have 2, and its group train asks for 4"
                                + " more. KAI says: NonPreemptibleOverQuota."),
                new Case(
                        "KAI, fairness: within the quota it is placed as others are",
                        firm("deserved.nvidia.com/gpu 8", "non_preemptible.nvidia.com/gpu 2"),
                        Blocker.SCHEDULER,
                        FITS_KAI + " KAI says: NonPreemptibleOverQuota."),
                new Case(
                        "KAI, PodGroup, scheduling conditions: what it says where nothing is found",
                        kai(
                                        1,
                                        "min_member 1",
                                        "condition.UnschedulableOnNodePool true",
                                        "message.UnschedulableOnNodePool Node affinity of the pool")
                                .node(FREE.place()),
                        Blocker.SCHEDULER,
                        FITS_KAI + " KAI says: Node affinity of the pool."),
                new Case(
                        "KAI, PodGroup, schedulingBackoff 1: it is not tried again",
                        kai(
                                        1,
                                        "min_member 1",
                                        "backoff 1",
                                        "condition.UnschedulableOnNodePool true",
                                        "message.UnschedulableOnNodePool No node in the pool")
                                .node(FREE.place()),
                        Blocker.SCHEDULER,
                        FITS_KAI + " KAI says: No node in the pool. It does not try the group any more."),
                new Case(
                        "KAI, gang scheduling: only some of the group fit",
                        kai(3, "min_member 3", "queue team-a").node(FREE.place()),
                        Blocker.GANG,
                        "It would fit by itself. Of the 3 of its gang that wait, 2 fit at once, at most."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void is_told_so(Case one) {
        one.holds();
    }
}
