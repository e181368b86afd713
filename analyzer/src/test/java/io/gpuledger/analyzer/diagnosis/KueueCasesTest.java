package io.gpuledger.analyzer.diagnosis;

import static io.gpuledger.analyzer.fit.Specs.Node.FREE;

import io.gpuledger.analyzer.fit.Specs;
import io.gpuledger.analyzer.telemetry.Kind;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Kueue: its pages on workloads, cluster queues, cohorts, admission checks, plain pods, and troubleshooting.
class KueueCasesTest {
    private static final String GATE = "kueue.x-k8s.io/admission";
    private static final String GROUP_LABEL = "kueue_x_k8s_io_pod_group_name";
    private static final String NO_QUOTA = "message.QuotaReserved couldn't assign flavors to pod set main: insufficient"
            + " unused quota for nvidia.com/gpu in flavor h100, 1 more needed";
    private static final String NO_QUOTA_SAID = " Kueue says: couldn't assign flavors to pod set main: insufficient"
            + " unused quota for nvidia.com/gpu in flavor h100, 1 more needed";

    private static Waiting gated(String name) {
        return Waiting.of(name, Specs.gated(GATE));
    }

    /// A pod with a gate, and its workload.
    private static World workload(String... said) {
        return new World()
                .node(FREE.place())
                .pods(gated("train"))
                .told(Kind.WORKLOAD, "pod-train-1a2b", with("owner Pod/train", said));
    }

    private static String[] with(String first, String... more) {
        return Stream.concat(
                        Stream.of(first, "queue team-a", "pods.main 1", "request.main.nvidia.com/gpu 1"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private static World queued(String... said) {
        return workload(said).told(Kind.LOCAL_QUEUE, "team-a", "queue research");
    }

    private static World waits(String... queue) {
        return queued("condition.QuotaReserved false", NO_QUOTA).told(Kind.CLUSTER_QUEUE, "research", queue);
    }

    private static World reserved(String... said) {
        return queued(with("condition.QuotaReserved true", said)).told(Kind.CLUSTER_QUEUE, "research");
    }

    private static World group(int pods, UnaryOperator<World> more) {
        return more.apply(new World()
                .node(FREE.place())
                .pods(IntStream.range(0, pods)
                        .mapToObj(i ->
                                gated("worker-" + i).label(GROUP_LABEL, "train").in("kueue/train", OptionalLong.of(3)))
                        .toArray(Waiting[]::new)));
    }

    static Stream<Case> cases() {
        return Stream.concat(ofQueues(), Stream.concat(ofChecks(), ofPods()));
    }

    private static Stream<Case> ofQueues() {
        return Stream.of(
                new Case(
                        "Troubleshooting jobs: insufficient unused quota in the flavor",
                        waits("hard.h100/nvidia.com/gpu 8", "reserved.h100/nvidia.com/gpu 8"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 0 are left of 8." + NO_QUOTA_SAID + "."),
                new Case(
                        "Cluster queues, cohort: what others of the cohort do not use can be borrowed",
                        waits(
                                        "hard.h100/nvidia.com/gpu 4",
                                        "reserved.h100/nvidia.com/gpu 4",
                                        "borrowing_limit.h100/nvidia.com/gpu 0",
                                        "cohort all")
                                .told(
                                        Kind.CLUSTER_QUEUE,
                                        "other",
                                        "hard.h100/nvidia.com/gpu 4",
                                        "reserved.h100/nvidia.com/gpu 0",
                                        "cohort all"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 0 are left with those of the cohort all." + NO_QUOTA_SAID + "."),
                new Case(
                        "Cohort: a cohort has a quota of its own, and borrows no more than its limit of what it is in",
                        waits("hard.h100/nvidia.com/gpu 0", "reserved.h100/nvidia.com/gpu 4", "cohort all")
                                .told(
                                        Kind.COHORT,
                                        "all",
                                        "hard.h100/nvidia.com/gpu 2",
                                        "borrowing_limit.h100/nvidia.com/gpu 2",
                                        "parent company")
                                .told(Kind.COHORT, "company", "hard.h100/nvidia.com/gpu 16"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 0 are left with those of the cohort all." + NO_QUOTA_SAID + "."),
                new Case(
                        "Cluster queues, flavors: each flavor is tried",
                        waits(
                                "hard.h100/nvidia.com/gpu 8",
                                "reserved.h100/nvidia.com/gpu 8",
                                "hard.spot/nvidia.com/gpu 2",
                                "reserved.spot/nvidia.com/gpu 2"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 0 are left of 8. It asks for 1 nvidia.com/gpu, and of the flavor spot 0"
                                + " are left of 2." + NO_QUOTA_SAID + "."),
                new Case(
                        "Cluster queues, status: what a queue does not tell is not known",
                        waits("hard.h100/nvidia.com/gpu 8"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 nobody tells how many are left of 8." + NO_QUOTA_SAID + "."),
                new Case(
                        "Cluster queues, queueing strategy StrictFIFO: it waits behind others though there is quota",
                        queued().told(
                                        Kind.CLUSTER_QUEUE,
                                        "research",
                                        "hard.h100/nvidia.com/gpu 8",
                                        "reserved.h100/nvidia.com/gpu 2"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. It asks for 1 nvidia.com/gpu, and of the"
                                + " flavor h100 6 are left of 8."),
                new Case(
                        "Troubleshooting jobs: the LocalQueue does not exist",
                        workload(
                                        "condition.QuotaReserved false",
                                        "message.QuotaReserved LocalQueue team-a doesn't exist")
                                .told(Kind.LOCAL_QUEUE, "team-b", "queue research"),
                        Blocker.QUEUE,
                        "Its workload is for the LocalQueue team-a of Kueue, and there is no such queue. Kueue says:"
                                + " LocalQueue team-a doesn't exist."),
                new Case(
                        "Troubleshooting jobs: the ClusterQueue does not exist",
                        queued("condition.QuotaReserved false").told(Kind.CLUSTER_QUEUE, "other"),
                        Blocker.QUEUE,
                        "Its workload is for the ClusterQueue research of Kueue, and there is no such queue."),
                new Case(
                        "Troubleshooting queues: the ClusterQueue is not active, as its flavor was not made",
                        waits("condition.Active false", "message.Active Can't admit new workloads: FlavorNotFound"),
                        Blocker.QUEUE,
                        "The ClusterQueue research lets nobody in: Can't admit new workloads: FlavorNotFound."
                                + NO_QUOTA_SAID + "."),
                new Case(
                        "Cluster queues, stopPolicy Hold",
                        queued().told(
                                        Kind.CLUSTER_QUEUE,
                                        "research",
                                        "condition.Active false",
                                        "reason.Active Stopped"),
                        Blocker.QUEUE,
                        "The ClusterQueue research lets nobody in: Stopped."),
                new Case(
                        "Local queues, stopPolicy Hold",
                        workload()
                                .told(
                                        Kind.LOCAL_QUEUE,
                                        "team-a",
                                        "queue research",
                                        "condition.Active false",
                                        "message.Active LocalQueue is stopped")
                                .told(Kind.CLUSTER_QUEUE, "research"),
                        Blocker.QUEUE,
                        "The LocalQueue team-a lets nobody in: LocalQueue is stopped."));
    }

    private static Stream<Case> ofChecks() {
        return Stream.of(
                new Case(
                        "Admission checks: quota is reserved, and the check is Pending",
                        reserved("check.prov Pending"),
                        Blocker.ADMISSION_CHECK,
                        "It has quota of the ClusterQueue research, and waits for the admission check prov, which says"
                                + " Pending."),
                new Case(
                        "ProvisioningRequest: the check says what the autoscaler says",
                        reserved(
                                "check.prov Pending",
                                "message.check.prov Waiting for resources. Currently there are not enough resources."),
                        Blocker.ADMISSION_CHECK,
                        "It has quota of the ClusterQueue research, and waits for the admission check prov, which says"
                                + " Pending: Waiting for resources. Currently there are not enough resources."),
                new Case(
                        "Admission checks, Retry: quota is given back, and it starts over",
                        reserved("check.prov Retry"),
                        Blocker.ADMISSION_CHECK,
                        "It has quota of the ClusterQueue research, and waits for the admission check prov, which says"
                                + " Retry."),
                new Case(
                        "Admission checks: all have to be Ready, and those that are keep nobody",
                        reserved("check.prov Ready", "check.multikueue Pending", "check.licence Pending"),
                        Blocker.ADMISSION_CHECK,
                        "It has quota of the ClusterQueue research, and waits for the admission checks licence, which"
                                + " says Pending; multikueue, which says Pending."),
                new Case(
                        "Admission checks: all are Ready, and Admitted follows",
                        reserved("check.prov Ready"),
                        Blocker.QUEUE,
                        "It has quota of the ClusterQueue research, and Kueue has not admitted it yet."),
                new Case(
                        "Workloads, active false: an admission check was Rejected, and it was deactivated",
                        workload(
                                "active false",
                                "condition.Evicted true",
                                "message.Evicted The workload is deactivated"),
                        Blocker.QUEUE,
                        "Its workload pod-train-1a2b of Kueue is switched off. Kueue says: evicted: The workload is"
                                + " deactivated."),
                new Case(
                        "Preemption: who was preempted waits for quota again",
                        queued(
                                        "condition.QuotaReserved false",
                                        "reason.QuotaReserved Pending",
                                        "condition.Evicted true",
                                        "message.Evicted Preempted to accommodate a workload due to prioritization")
                                .told(Kind.CLUSTER_QUEUE, "research"),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet. Kueue says: Pending (evicted: Preempted to"
                                + " accommodate a workload due to prioritization)."));
    }

    private static Stream<Case> ofPods() {
        return Stream.of(
                new Case(
                        "Plain pods, groups: nothing is queued before all of the total count are there",
                        group(2, world -> world),
                        Blocker.GANG,
                        "Its group train of Kueue starts with 3 pods at least, and 2 are there so far."),
                new Case(
                        "Plain pods, groups: the workload has the name of the group",
                        group(
                                3,
                                world -> world.told(
                                                Kind.WORKLOAD, "train", with("condition.QuotaReserved false", NO_QUOTA))
                                        .told(Kind.LOCAL_QUEUE, "team-a", "queue research")
                                        .told(Kind.CLUSTER_QUEUE, "research")),
                        Blocker.QUOTA,
                        "The ClusterQueue research has no quota for it yet." + NO_QUOTA_SAID + "."),
                new Case(
                        "Topology-aware scheduling: the Job is admitted, and the gate of its pod is still there",
                        new World()
                                .node(FREE.place())
                                .pods(Waiting.of("train-0", Specs.gated("kueue.x-k8s.io/topology"))
                                        .madeBy("Job/train"))
                                .told(
                                        Kind.WORKLOAD,
                                        "job-train-9z8y",
                                        with(
                                                "owner Job/train",
                                                "condition.QuotaReserved true",
                                                "condition.Admitted true")),
                        Blocker.QUEUE,
                        "Kueue has admitted its workload job-train-9z8y, and its gate is still there."),
                new Case(
                        "Role-based access: nobody may tell of queues, and none is said to be missing",
                        workload("condition.QuotaReserved false"),
                        Blocker.QUEUE,
                        "Gates stand before it: kueue.x-k8s.io/admission."),
                new Case(
                        "Plain pods: the workload is not made yet",
                        new World().node(FREE.place()).pods(gated("train")),
                        Blocker.QUEUE,
                        "Gates stand before it: kueue.x-k8s.io/admission."),
                new Case(
                        "Pod scheduling readiness: a gate of somebody else beside Kueue's",
                        new World()
                                .node(FREE.place())
                                .pods(Waiting.of("train", Specs.gated("example.com/licence", GATE)))
                                .told(Kind.WORKLOAD, "pod-train-1a2b", with("owner Pod/train")),
                        Blocker.GATE,
                        "Gates stand before it: example.com/licence, kueue.x-k8s.io/admission."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void is_told_so(Case one) {
        one.holds();
    }
}
