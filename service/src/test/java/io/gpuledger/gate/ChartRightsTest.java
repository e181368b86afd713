package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the pods of the chart may do on their nodes, and what they see of them.
class ChartRightsTest {
    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void every_container_is_unprivileged(String name) {
        assertThat(ChartObjects.pods(ChartObjects.of(name))).isNotEmpty().allSatisfy(pod -> {
            assertThat(pod.getSpec().getContainers()).hasSize(1).allSatisfy(Manifest::requireUnprivileged);
            assertThat(seccomp(pod.getSpec())).contains("RuntimeDefault");
            assertThat(pod.getSpec().getHostNetwork()).isNull();
        });
    }

    private static List<String> seccomp(PodSpec pod) {
        var ofContainers = pod.getContainers().stream()
                .map(Container::getSecurityContext)
                .filter(security -> security.getSeccompProfile() != null)
                .map(security -> security.getSeccompProfile().getType());
        var ofPod = Stream.ofNullable(pod.getSecurityContext())
                .filter(security -> security.getSeccompProfile() != null)
                .map(security -> security.getSeccompProfile().getType());
        return Stream.concat(ofContainers, ofPod).toList();
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void the_analyzer_is_nobody_on_its_node(String name) {
        assertThat(ChartObjects.of(name).all(Deployment.class)).allSatisfy(deployment -> {
            var pod = deployment.getSpec().getTemplate().getSpec();
            assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
            assertThat(pod.getHostPID()).isNull();
            assertThat(pod.getVolumes()).noneMatch(volume -> volume.getHostPath() != null);
        });
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void what_is_mounted_is_a_volume_of_the_pod(String name) {
        assertThat(ChartObjects.pods(ChartObjects.of(name)))
                .allSatisfy(pod -> assertThat(
                                pod.getSpec().getContainers().getFirst().getVolumeMounts())
                        .extracting(VolumeMount::getName)
                        .doesNotHaveDuplicates()
                        .containsExactlyInAnyOrderElementsOf(pod.getSpec().getVolumes().stream()
                                .map(Volume::getName)
                                .toList()));
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void only_the_analyzer_s_folders_can_be_written(String name) {
        assertThat(ChartObjects.pods(ChartObjects.of(name)))
                .allSatisfy(pod -> assertThat(
                                pod.getSpec().getContainers().getFirst().getVolumeMounts())
                        .filteredOn(mount -> mount.getReadOnly() == null)
                        .extracting(VolumeMount::getMountPath)
                        .isSubsetOf("/data", "/tmp"));
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void secrets_are_named_and_never_shown(String name) {
        assertThat(Chart.objects(Chart.rendered(name)))
                .noneMatch(object -> Manifest.kind(object).equals("Secret"));
        assertThat(ChartObjects.pods(ChartObjects.of(name)))
                .flatMap(pod -> pod.getSpec().getContainers().getFirst().getArgs())
                .filteredOn(argument -> argument.matches("--[a-z-]*(password|token|key)[a-z-]*=.*"))
                .filteredOn(argument -> !argument.startsWith("--token-review"))
                .allMatch(argument -> argument.matches("--[a-z-]+-file=/etc/gpu-ledger/.+"));
    }
}
