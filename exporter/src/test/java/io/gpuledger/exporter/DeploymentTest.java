package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.gpuledger.gate.Manifest;
import java.util.List;
import org.junit.jupiter.api.Test;

/// deploy/kubernetes/exporter.yaml, read as strictly as an API server that validates does.
class DeploymentTest {
    private static final List<Class<? extends HasMetadata>> KINDS = List.of(
            Namespace.class,
            Service.class,
            ServiceAccount.class,
            ClusterRole.class,
            ClusterRoleBinding.class,
            DaemonSet.class);

    private final Manifest manifest = Manifest.of("exporter.yaml", KINDS);

    private Container onlyContainer() {
        var containers =
                manifest.only(DaemonSet.class).getSpec().getTemplate().getSpec().getContainers();
        assertThat(containers).hasSize(1);
        return containers.getFirst();
    }

    /// Under the Pod Security level `baseline`, which a cluster may set for all namespaces, none of its pods would be
    /// admitted.
    @Test
    void its_namespace_takes_pods_that_see_the_node() {
        assertThat(manifest.only(Namespace.class).getMetadata().getLabels())
                .containsEntry("pod-security.kubernetes.io/enforce", "privileged");
    }

    @Test
    void all_that_a_daemon_set_needs_is_there() {
        assertThat(manifest.objects())
                .extracting(HasMetadata::getKind)
                .containsExactlyInAnyOrderElementsOf(
                        KINDS.stream().map(Class::getSimpleName).toList());
        assertThat(manifest.objects())
                .filteredOn(object -> object.getMetadata().getNamespace() != null)
                .allMatch(object -> object.getMetadata().getNamespace().equals("gpu-ledger"));
    }

    @Test
    void the_daemon_set_selects_its_own_pods() {
        var spec = manifest.only(DaemonSet.class).getSpec();
        assertThat(spec.getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(spec.getSelector().getMatchLabels());
    }

    @Test
    void the_service_leads_to_each_of_its_pods() {
        var service = manifest.only(Service.class).getSpec();
        assertThat(service.getClusterIP()).isEqualTo("None");
        assertThat(manifest.only(DaemonSet.class)
                        .getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getLabels())
                .containsAllEntriesOf(service.getSelector());
        assertThat(service.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getName())
                        .isEqualTo(onlyContainer().getPorts().getFirst().getName()));
    }

    @Test
    void the_exporter_understands_its_arguments_and_listens_at_its_port() {
        var container = onlyContainer();
        var listen =
                Main.HTTP.in(Manifest.settings(container, Main.DECLARATION)).listen();
        assertThat(container.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getContainerPort()).isEqualTo(listen.port()));
    }

    @Test
    void it_may_do_no_more_than_it_needs() {
        var container = onlyContainer();
        Manifest.requireUnprivileged(container);
        assertThat(container.getVolumeMounts()).allMatch(mount -> mount.getReadOnly());
        assertThat(manifest.only(ClusterRole.class).getRules())
                .allSatisfy(rule -> assertThat(rule.getVerbs()).containsExactly("list", "watch"));
    }

    @Test
    void the_role_is_bound_to_the_account_that_the_pods_run_as() {
        var account = manifest.only(ServiceAccount.class).getMetadata().getName();
        assertThat(manifest.only(DaemonSet.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getServiceAccountName())
                .isEqualTo(account);
        assertThat(manifest.only(ClusterRoleBinding.class).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName()).isEqualTo(account));
        assertThat(manifest.only(ClusterRoleBinding.class).getRoleRef().getName())
                .isEqualTo(manifest.only(ClusterRole.class).getMetadata().getName());
    }
}
