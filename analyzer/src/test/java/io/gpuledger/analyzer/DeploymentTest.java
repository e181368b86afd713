package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.gpuledger.gate.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// deploy/kubernetes/analyzer.yaml, read as strictly as an API server that validates does.
class DeploymentTest {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            ServiceAccount.class,
            Role.class,
            RoleBinding.class,
            ClusterRole.class,
            ClusterRoleBinding.class,
            PersistentVolumeClaim.class,
            Service.class,
            Deployment.class);

    private final Manifest manifest = Manifest.of("analyzer.yaml", KINDS);

    private Container onlyContainer() {
        var containers = manifest.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers();
        assertThat(containers).hasSize(1);
        return containers.getFirst();
    }

    @Test
    void all_that_it_needs_is_there_in_one_namespace() {
        assertThat(manifest.objects())
                .extracting(HasMetadata::getKind)
                .containsExactlyInAnyOrderElementsOf(
                        KINDS.stream().map(Class::getSimpleName).toList());
        assertThat(manifest.objects())
                .filteredOn(object -> !object.getKind().startsWith("Cluster"))
                .allMatch(object -> object.getMetadata().getNamespace().equals("gpu-ledger"));
    }

    @Test
    void the_service_and_the_deployment_select_its_pods() {
        var labels = manifest.only(Deployment.class)
                .getSpec()
                .getTemplate()
                .getMetadata()
                .getLabels();
        assertThat(labels)
                .containsAllEntriesOf(
                        manifest.only(Deployment.class).getSpec().getSelector().getMatchLabels())
                .containsAllEntriesOf(manifest.only(Service.class).getSpec().getSelector());
    }

    @Test
    void the_analyzer_understands_its_arguments_and_listens_at_its_port() {
        var container = onlyContainer();
        var settings = Manifest.settings(container, Main.DECLARATION);
        assertThat(container.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getContainerPort())
                        .isEqualTo(Main.HTTP.in(settings).listen().port()));
        assertThat(container.getVolumeMounts())
                .anyMatch(mount ->
                        mount.getMountPath().equals(settings.get(Main.DATA).toString()));
    }

    @Test
    void its_folder_is_one_process_alone() {
        var spec = manifest.only(Deployment.class).getSpec();
        assertThat(spec.getReplicas()).isEqualTo(1);
        assertThat(spec.getStrategy().getType()).isEqualTo("Recreate");
        assertThat(spec.getTemplate().getSpec().getVolumes())
                .anyMatch(volume -> volume.getPersistentVolumeClaim() != null
                        && volume.getPersistentVolumeClaim()
                                .getClaimName()
                                .equals(manifest.only(PersistentVolumeClaim.class)
                                        .getMetadata()
                                        .getName()));
    }

    @Test
    void it_may_do_no_more_than_it_needs() {
        Manifest.requireUnprivileged(onlyContainer());
        assertThat(manifest.only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getSecurityContext()
                        .getRunAsNonRoot())
                .isTrue();
        assertThat(manifest.only(Role.class).getRules())
                .singleElement()
                .satisfies(rule -> assertThat(rule.getVerbs()).containsExactly("list", "watch"));
    }

    /// Who makes pods by way of what Kubernetes itself has is asked for up to the top.
    @Test
    void it_may_ask_who_stands_above_a_pod() {
        assertThat(manifest.only(ClusterRole.class).getRules())
                .filteredOn(rule -> rule.getVerbs().equals(List.of("get")))
                .flatMap(PolicyRule::getResources)
                .containsExactlyInAnyOrder(
                        "daemonsets", "deployments", "replicasets", "statefulsets", "cronjobs", "jobs");
    }

    @Test
    void in_the_whole_cluster_it_may_only_read() {
        assertThat(manifest.only(ClusterRole.class).getRules())
                .flatMap(PolicyRule::getVerbs)
                .containsOnly("get", "list", "watch");
        assertThat(manifest.only(ClusterRoleBinding.class).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName())
                        .isEqualTo(manifest.only(ServiceAccount.class)
                                .getMetadata()
                                .getName()));
        assertThat(manifest.only(ClusterRoleBinding.class).getRoleRef().getName())
                .isEqualTo(manifest.only(ClusterRole.class).getMetadata().getName());
    }

    @Test
    void the_role_is_bound_to_the_account_that_the_pods_run_as() {
        var account = manifest.only(ServiceAccount.class).getMetadata().getName();
        assertThat(manifest.only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getServiceAccountName())
                .isEqualTo(account);
        assertThat(manifest.only(RoleBinding.class).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName()).isEqualTo(account));
        assertThat(manifest.only(RoleBinding.class).getRoleRef().getName())
                .isEqualTo(manifest.only(Role.class).getMetadata().getName());
    }

    @Test
    void it_is_asked_for_its_health() {
        var container = onlyContainer();
        assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/healthz");
        assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/healthz");
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    }
}
