package io.gpuledger.simulator.statemetrics;

import io.gpuledger.simulator.cluster.Owner;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.cluster.PodState.Placement;
import io.gpuledger.simulator.cluster.PodState.Readiness;
import io.gpuledger.simulator.fleet.Taint;
import java.util.ArrayList;
import java.util.List;

/// What the page says of pods. A pod that waits has an empty node, no start, and no word on whether it is ready.
final class PodFamilies {
    private static final List<String> PHASES = List.of("Pending", "Running", "Succeeded", "Failed", "Unknown");
    private static final List<String> STATUSES = List.of("true", "false", "unknown");

    private final List<PodState> pods;
    private final Lines page;

    PodFamilies(List<PodState> pods, Lines page) {
        this.pods = pods;
        this.page = page;
    }

    void write() {
        identities();
        wishes();
        times();
        conditions();
    }

    private void identities() {
        page.family("kube_pod_info", "Information about pod.");
        pods.forEach(pod -> page.sample(
                "kube_pod_info",
                1,
                of(
                        pod,
                        "node",
                        node(pod),
                        "created_by_kind",
                        pod.maker().map(Owner::kind).orElse(""),
                        "created_by_name",
                        pod.maker().map(Owner::name).orElse(""),
                        "priority_class",
                        pod.ask().priorityClass().orElse(""))));
        page.family("kube_pod_owner", "Information about the Pod's owner.");
        pods.forEach(pod -> page.sample("kube_pod_owner", 1, of(pod, owner(pod))));
        page.family("kube_pod_labels", "Kubernetes labels converted to Prometheus labels.");
        pods.forEach(pod -> page.sample("kube_pod_labels", 1, Labels.with(List.of(of(pod)), "label_", pod.labels())));
        page.family("kube_pod_annotations", "Kubernetes annotations converted to Prometheus labels.");
        pods.forEach(pod -> page.sample(
                "kube_pod_annotations", 1, Labels.with(List.of(of(pod)), "annotation_", pod.annotations())));
    }

    private static String node(PodState pod) {
        return pod.placement().map(Placement::node).orElse("");
    }

    private static String[] owner(PodState pod) {
        return new String[] {
            "owner_kind", pod.maker().map(Owner::kind).orElse(""),
            "owner_name", pod.maker().map(Owner::name).orElse(""),
            "owner_is_controller", pod.maker().isPresent() ? "true" : ""
        };
    }

    private void wishes() {
        page.family("kube_pod_container_resource_requests", "The number of requested request resource by a container.");
        pods.forEach(this::requests);
        page.family("kube_pod_nodeselectors", "Describes the Pod nodeSelectors.");
        pods.stream()
                .filter(pod -> !pod.ask().selector().isEmpty())
                .forEach(pod -> page.sample(
                        "kube_pod_nodeselectors",
                        1,
                        Labels.with(List.of(of(pod)), "nodeselector_", pod.ask().selector())));
        page.family("kube_pod_tolerations", "Information about the pod tolerations");
        pods.forEach(pod -> pod.ask().tolerated().forEach(taint -> toleration(pod, taint)));
        page.family("kube_pod_scheduler", "The scheduler for a pod.");
        pods.forEach(pod -> page.sample("kube_pod_scheduler", 1, of(pod, "name", "default-scheduler")));
    }

    private void requests(PodState pod) {
        pod.requests()
                .forEach((resource, amount) -> page.sample(
                        "kube_pod_container_resource_requests",
                        amount,
                        of(
                                pod,
                                "container",
                                "main",
                                "node",
                                node(pod),
                                "resource",
                                Labels.word(resource),
                                "unit",
                                Labels.unit(resource))));
    }

    private void toleration(PodState pod, Taint taint) {
        page.sample(
                "kube_pod_tolerations",
                1,
                of(
                        pod,
                        "key",
                        taint.key(),
                        "operator",
                        "Equal",
                        "value",
                        taint.value(),
                        "effect",
                        Taint.EFFECT,
                        "toleration_seconds",
                        ""));
    }

    private void times() {
        page.family("kube_pod_created", "Unix creation timestamp.");
        pods.forEach(pod -> page.sample("kube_pod_created", pod.created(), of(pod)));
        since("kube_pod_start_time", "Start time in unix timestamp for a pod.");
        since("kube_pod_status_scheduled_time", "Unix timestamp when pod moved into scheduled status");
        readySince("kube_pod_status_ready_time", "Readiness achieved time in unix timestamp for a pod.");
        readySince(
                "kube_pod_status_container_ready_time",
                "Readiness achieved time in unix timestamp for a pod containers.");
    }

    /// It is told while the pod is ready.
    private void readySince(String family, String help) {
        page.family(family, help);
        pods.forEach(pod -> pod.placement()
                .map(Placement::readiness)
                .filter(Readiness::is)
                .ifPresent(readiness -> page.sample(family, readiness.since(), of(pod))));
    }

    /// Both of it happens at once.
    private void since(String family, String help) {
        page.family(family, help);
        pods.forEach(pod -> pod.placement().ifPresent(placement -> page.sample(family, placement.since(), of(pod))));
    }

    private void conditions() {
        page.family("kube_pod_status_phase", "The pods current phase.");
        pods.forEach(pod -> {
            var is = pod.waits() ? "Pending" : "Running";
            PHASES.forEach(
                    phase -> page.sample("kube_pod_status_phase", phase.equals(is) ? 1 : 0, of(pod, "phase", phase)));
        });
        page.family("kube_pod_status_scheduled", "Describes the status of the scheduling process for the pod.");
        pods.forEach(pod -> condition("kube_pod_status_scheduled", pod, pod.waits() ? "false" : "true"));
        page.family("kube_pod_status_ready", "Describes whether the pod is ready to serve requests.");
        pods.forEach(pod -> pod.placement()
                .ifPresent(placement -> condition(
                        "kube_pod_status_ready", pod, placement.readiness().is() ? "true" : "false")));
        // It stands there for a pod that is gated, too, whatever its name says.
        page.family("kube_pod_status_unschedulable", "Describes the unschedulable status for the pod.");
        pods.stream().filter(PodState::waits).forEach(pod -> page.sample("kube_pod_status_unschedulable", 1, of(pod)));
    }

    private void condition(String family, PodState pod, String is) {
        STATUSES.forEach(status -> page.sample(family, status.equals(is) ? 1 : 0, of(pod, "condition", status)));
    }

    private static String[] of(PodState pod, String... more) {
        var labels = new ArrayList<>(List.of(
                "namespace",
                pod.pod().namespace(),
                "pod",
                pod.pod().name(),
                "uid",
                pod.pod().uid()));
        labels.addAll(List.of(more));
        return labels.toArray(String[]::new);
    }
}
