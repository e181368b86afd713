package io.gpuledger.exporter;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.gpuledger.gate.Repository;
import io.gpuledger.service.Program;
import io.gpuledger.service.settings.Invocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// deploy/kubernetes/exporter.yaml, read as strictly as an API server that validates does.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeploymentTest {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "Namespace", Namespace.class,
            "Service", Service.class,
            "ServiceAccount", ServiceAccount.class,
            "ClusterRole", ClusterRole.class,
            "ClusterRoleBinding", ClusterRoleBinding.class,
            "DaemonSet", DaemonSet.class);

    /// The model keeps fields that it does not know; here they are mistakes.
    private static final ObjectMapper STRICT = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .setAnnotationIntrospector(new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                    return false;
                }
            });

    private final List<HasMetadata> objects = objects();

    private static List<HasMetadata> objects() {
        var yaml = Repository.read(Repository.root().resolve("deploy/kubernetes/exporter.yaml"));
        var objects = new ArrayList<HasMetadata>();
        for (var object : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            var kind = String.valueOf(((Map<?, ?>) object).get("kind"));
            objects.add(STRICT.convertValue(object, KINDS.get(kind)));
        }
        return objects;
    }

    private <T> T only(Class<T> kind) {
        assertThat(objects).filteredOn(kind::isInstance).hasSize(1);
        return objects.stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }

    private Container onlyContainer() {
        var containers = only(DaemonSet.class).getSpec().getTemplate().getSpec().getContainers();
        assertThat(containers).hasSize(1);
        return containers.getFirst();
    }

    @Test
    void all_that_a_daemon_set_needs_is_there() {
        assertThat(objects).extracting(HasMetadata::getKind).containsExactlyInAnyOrderElementsOf(KINDS.keySet());
        assertThat(objects)
                .filteredOn(object -> object.getMetadata().getNamespace() != null)
                .allMatch(object -> object.getMetadata().getNamespace().equals("gpu-ledger"));
    }

    @Test
    void the_daemon_set_selects_its_own_pods() {
        var spec = only(DaemonSet.class).getSpec();
        assertThat(spec.getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(spec.getSelector().getMatchLabels());
    }

    @Test
    void the_service_leads_to_each_of_its_pods() {
        var service = only(Service.class).getSpec();
        assertThat(service.getClusterIP()).isEqualTo("None");
        assertThat(only(DaemonSet.class).getSpec().getTemplate().getMetadata().getLabels())
                .containsAllEntriesOf(service.getSelector());
        assertThat(service.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getName())
                        .isEqualTo(onlyContainer().getPorts().getFirst().getName()));
    }

    @Test
    void the_exporter_understands_its_arguments_and_listens_at_its_port() {
        var container = onlyContainer();
        var invocation = Invocation.of(
                Program.complete(Main.DECLARATION),
                Map.of(),
                container.getArgs().toArray(String[]::new));
        assertThat(invocation).isInstanceOf(Invocation.Run.class);
        var listen = Main.HTTP.in(((Invocation.Run) invocation).settings()).listen();
        assertThat(container.getPorts())
                .singleElement()
                .satisfies(port -> assertThat(port.getContainerPort()).isEqualTo(listen.port()));
    }

    @Test
    void it_may_do_no_more_than_it_needs() {
        var container = onlyContainer();
        var security = container.getSecurityContext();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(container.getVolumeMounts()).allMatch(mount -> mount.getReadOnly());
        assertThat(only(ClusterRole.class).getRules())
                .allSatisfy(rule -> assertThat(rule.getVerbs()).containsExactly("list", "watch"));
    }

    @Test
    void the_role_is_bound_to_the_account_that_the_pods_run_as() {
        var account = only(ServiceAccount.class).getMetadata().getName();
        assertThat(only(DaemonSet.class).getSpec().getTemplate().getSpec().getServiceAccountName())
                .isEqualTo(account);
        assertThat(only(ClusterRoleBinding.class).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName()).isEqualTo(account));
        assertThat(only(ClusterRoleBinding.class).getRoleRef().getName())
                .isEqualTo(only(ClusterRole.class).getMetadata().getName());
    }
}
