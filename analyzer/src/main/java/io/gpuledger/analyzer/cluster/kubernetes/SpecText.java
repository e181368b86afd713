package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/// What scheduling goes by of a pod's spec, as JSON in the words of Kubernetes. All that containers run, mount and know
/// is left out: it is nobody's business here, and there may be secrets in it.
final class SpecText {
    private static final String USUAL_SCHEDULER = "default-scheduler";
    private static final KubernetesSerialization JSON = new KubernetesSerialization();

    private SpecText() {}

    static String of(PodSpec spec) {
        var kept = new PodSpecBuilder()
                .withNodeSelector(spec.getNodeSelector())
                .withAffinity(spec.getAffinity())
                .withTopologySpreadConstraints(spec.getTopologySpreadConstraints())
                .withTolerations(spec.getTolerations())
                .withSchedulingGates(spec.getSchedulingGates())
                .withOverhead(spec.getOverhead())
                .withPreemptionPolicy(spec.getPreemptionPolicy())
                .withHostNetwork(spec.getHostNetwork())
                .withResourceClaims(spec.getResourceClaims())
                .withResources(spec.getResources())
                .withContainers(containers(spec.getContainers()))
                .withInitContainers(containers(spec.getInitContainers()))
                .withVolumes(CommonFacts.list(spec.getVolumes()).stream()
                        .filter(SpecText::isOfPlacement)
                        .toList());
        Optional.ofNullable(spec.getSchedulerName())
                .filter(name -> !name.equals(USUAL_SCHEDULER))
                .ifPresent(kept::withSchedulerName);
        return JSON.asJson(kept.build());
    }

    private static List<Container> containers(List<Container> containers) {
        return CommonFacts.list(containers).stream().map(SpecText::container).toList();
    }

    private static Container container(Container container) {
        var kept = new ContainerBuilder()
                .withName(container.getName())
                .withRestartPolicy(container.getRestartPolicy())
                .withPorts(CommonFacts.list(container.getPorts()).stream()
                        .filter(SpecText::isOfHost)
                        .toList());
        Optional.ofNullable(container.getResources())
                .ifPresent(resources -> kept.withResources(new ResourceRequirementsBuilder()
                        .withRequests(resources.getRequests())
                        .withLimits(resources.getLimits())
                        .build()));
        return kept.build();
    }

    /// A claim, or a disk that only some nodes can have.
    private static boolean isOfPlacement(Volume volume) {
        return Stream.of(
                        volume.getPersistentVolumeClaim(),
                        volume.getEphemeral(),
                        volume.getGcePersistentDisk(),
                        volume.getAwsElasticBlockStore(),
                        volume.getRbd(),
                        volume.getIscsi())
                .anyMatch(Objects::nonNull);
    }

    private static boolean isOfHost(ContainerPort port) {
        return port.getHostPort() != null;
    }
}
