package io.gpuledger.simulator.kubernetes;

import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.cluster.PodState.Readiness;
import java.time.Instant;
import java.util.Optional;

/// What the scheduler and the kubelet write down of a pod.
final class PodStatuses {
    private PodStatuses() {}

    /// @param told the message of the scheduler, where the pod waits
    static PodStatus of(PodState state, Optional<String> told) {
        return state.placement()
                .map(placement -> running(placement.since(), placement.readiness()))
                .orElseGet(() -> waiting(state, told.orElse("")));
    }

    private static PodStatus waiting(PodState state, String message) {
        var scheduled = condition("PodScheduled", "False", state.created())
                .withReason(state.gate().isPresent() ? "SchedulingGated" : "Unschedulable")
                .withMessage(message)
                .build();
        return new PodStatusBuilder()
                .withPhase("Pending")
                .withConditions(scheduled)
                .build();
    }

    private static PodStatus running(long since, Readiness readiness) {
        return new PodStatusBuilder()
                .withPhase("Running")
                .withStartTime(instant(since))
                .withConditions(
                        isTrue("PodScheduled", since), ready("ContainersReady", readiness), ready("Ready", readiness))
                .addNewContainerStatus()
                .withName(PodManifests.CONTAINER)
                .withReady(readiness.is())
                .withRestartCount(0)
                .withNewState()
                .withNewRunning()
                .withStartedAt(instant(since))
                .endRunning()
                .endState()
                .endContainerStatus()
                .build();
    }

    private static PodCondition ready(String type, Readiness readiness) {
        return readiness.is()
                ? isTrue(type, readiness.since())
                : condition(type, "False", readiness.since())
                        .withReason("ContainersNotReady")
                        .withMessage("containers with unready status: [%s]".formatted(PodManifests.CONTAINER))
                        .build();
    }

    private static PodCondition isTrue(String type, long since) {
        return condition(type, "True", since).build();
    }

    private static PodConditionBuilder condition(String type, String status, long since) {
        return new PodConditionBuilder().withType(type).withStatus(status).withLastTransitionTime(instant(since));
    }

    private static String instant(long second) {
        return Instant.ofEpochSecond(second).toString();
    }
}
