package io.gpuledger.analyzer.store.pods;

import io.gpuledger.analyzer.cluster.Pairs;
import io.gpuledger.analyzer.telemetry.Kind;
import io.gpuledger.analyzer.telemetry.ObjectId;
import io.gpuledger.analyzer.telemetry.Statement;
import io.gpuledger.analyzer.telemetry.Statement.Gone;
import io.gpuledger.analyzer.telemetry.Told;
import io.gpuledger.analyzer.time.Hour;
import io.gpuledger.analyzer.time.Span;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Pods of two clusters of which anything may be told within three days, and who makes them.
final class DrawnPods {
    static final long MIDNIGHT = Instant.parse("2026-11-17T00:00:00Z").toEpochMilli();
    /// The day in the middle.
    static final Span DAY = new Span(MIDNIGHT + 24 * Hour.MILLIS, MIDNIGHT + 48 * Hour.MILLIS);

    /// For each maker of pods the one that made it in turn, as a JobSet makes Jobs.
    static final Map<String, String> OWNERS = Map.of(
            "Job/set-0", "JobSet/set",
            "Job/set-1", "JobSet/set",
            "Job/launcher", "JobSet/set",
            "Job/night-1", "CronJob/night",
            "Job/ring", "JobSet/ring",
            "JobSet/ring", "Job/ring",
            "ReplicaSet/serve-1", "Deployment/serve",
            "ReplicaSet/rollout-1", "Rollout/rollout",
            "StatefulSet/lws-0", "LeaderWorkerSet/lws");

    private static final int MINUTES = 3 * 24 * 60;
    private static final int PODS = 250;
    private static final List<String> CLUSTERS = List.of("east", "west");
    private static final List<String> NAMESPACES = List.of("ai", "web");
    private static final List<String> MAKERS = List.of(
            "Job/alone",
            "Job/set-0",
            "Job/set-1",
            "Job/launcher",
            "Job/night-1",
            "Job/ring",
            "PyTorchJob/train",
            "ReplicaSet/serve-1",
            "ReplicaSet/rollout-1",
            "StatefulSet/lws-0",
            "StatefulSet/db",
            "bare");
    private static final List<String> AMOUNTS = List.of("1", "1", "2", "8", "8", "16", "0.5", "1000000000000", "many");

    private final SplittableRandom random;
    private final List<Statement> told = new ArrayList<>();
    private final List<ObjectId> pods = new ArrayList<>();

    private DrawnPods(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static DrawnPods of(long seed) {
        var drawn = new DrawnPods(seed);
        for (var cluster : CLUSTERS) {
            for (var namespace : NAMESPACES) {
                OWNERS.forEach((owned, owner) -> drawn.told.add(Told.part(
                        ObjectId.named(cluster, Kind.CONTROLLER, namespace, owned), MIDNIGHT, "owner", owner)));
            }
        }
        for (var i = 0; i < PODS; i++) {
            drawn.pod(i);
        }
        drawn.evicted();
        return drawn;
    }

    List<Statement> told() {
        return List.copyOf(told);
    }

    List<RunPods.Name> names() {
        return pods.stream()
                .map(pod -> new RunPods.Name(pod.cluster(), pod.namespace() + "/" + pod.name()))
                .distinct()
                .toList();
    }

    private void pod(int number) {
        // Some follow each other under the same name.
        var name = "pod-" + (number - number % 7 / 6);
        var pod = ObjectId.pod(any(CLUSTERS), any(NAMESPACES), name, "uid-" + number);
        pods.add(pod);
        var at = MIDNIGHT + 60_000L * random.nextInt(MINUTES);
        tell(pod, at, "created", !maybe(1) ? Instant.ofEpochMilli(at).toString() : "some day");
        tell(pod, at, "labels", Pairs.text(Map.of("team", maybe(5) ? "vision" : "speech")));
        sometimes(9, pod, at, "owner", any(MAKERS));
        sometimes(1, pod, at + 90_000, "owner", any(MAKERS));
        sometimes(8, pod, at, "request.main.nvidia.com/gpu", any(AMOUNTS));
        sometimes(1, pod, at + 60_000, "request.main.nvidia.com/gpu", any(AMOUNTS));
        sometimes(2, pod, at, "request.side.nvidia.com/mig-1g.10gb", any(AMOUNTS));
        sometimes(2, pod, at, "request.main.nvidia.com/hostdev", "16");
        sometimes(5, pod, at, "request.main.cpu", "40");
        sometimes(1, pod, at, "gates", "kueue");
        sometimes(7, pod, at + 60_000, "condition.PodScheduled", "true");
        sometimes(5, pod, at + 30_000, "started", Instant.ofEpochMilli(at).toString());
        sometimes(8, pod, at + 60_000, "node", "n" + random.nextInt(4));
        sometimes(8, pod, at + 120_000, "phase", "Running");
        sometimes(5, pod, at + 180_000, "condition.Ready", "true");
        end(pod, at + 60_000L * (3 + random.nextInt(MINUTES / 2)));
    }

    private void end(ObjectId pod, long end) {
        sometimes(
                3,
                pod,
                end - 120_000,
                "annotations",
                Pairs.text(Map.of(
                        "gpu_ledger_io_checkpoint",
                        Instant.ofEpochMilli(end - 600_000).toString())));
        sometimes(1, pod, end - 60_000, "annotations", "{}");
        sometimes(2, pod, end - 30_000, "eviction", "PreemptionByScheduler");
        sometimes(1, pod, end - 20_000, "eviction", "TerminationByKubelet");
        sometimes(2, pod, end, "phase", "Succeeded");
        sometimes(3, pod, end, "phase", "Failed");
        sometimes(2, pod, end, "finished", Instant.ofEpochMilli(end - 1_000).toString());
        if (maybe(6)) {
            told.add(new Gone(pod, end + 60_000));
        }
    }

    private void evicted() {
        for (var i = 0; i < 12; i++) {
            var workload = ObjectId.named(any(CLUSTERS), Kind.WORKLOAD, any(NAMESPACES), "workload-" + i);
            var at = MIDNIGHT + 60_000L * random.nextInt(MINUTES);
            tell(workload, at, "owner", maybe(5) ? any(MAKERS) : "JobSet/set");
            tell(workload, at + 1_000, "condition.Evicted", "true");
        }
    }

    private void sometimes(int inTen, ObjectId object, long at, String name, String value) {
        if (maybe(inTen)) {
            tell(object, at, name, value);
        }
    }

    private void tell(ObjectId object, long at, String name, String value) {
        told.add(Told.part(object, at, name, value));
    }

    private boolean maybe(int inTen) {
        return random.nextInt(10) < inTen;
    }

    private <T> T any(List<T> some) {
        return some.get(random.nextInt(some.size()));
    }
}
