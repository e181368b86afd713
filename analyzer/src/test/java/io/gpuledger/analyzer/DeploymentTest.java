package io.gpuledger.analyzer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
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

/// deploy/kubernetes/analyzer.yaml, read as strictly as an API server that validates does.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeploymentTest {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "ServiceAccount", ServiceAccount.class,
            "Role", Role.class,
            "RoleBinding", RoleBinding.class,
            "PersistentVolumeClaim", PersistentVolumeClaim.class,
            "Service", Service.class,
            "Deployment", Deployment.class);

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
        var yaml = Repository.read(Repository.root().resolve("deploy/kubernetes/analyzer.yaml"));
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
        var containers =
                only(Deployment.class).getSpec().getTemplate().getSpec().getContainers();
        assertThat(containers).hasSize(1);
        return containers.getFirst();
    }

    @Test
    void all_that_it_needs_is_there_in_one_namespace() {
        assertThat(objects).extracting(HasMetadata::getKind).containsExactlyInAnyOrderElementsOf(KINDS.keySet());
        assertThat(objects)
                .allMatch(object -> object.getMetadata().getNamespace().equals("gpu-ledger"));
    }

    @Test
    void the_service_and_the_deployment_select_its_pods() {
        var labels =
                only(Deployment.class).getSpec().getTemplate().getMetadata().getLabels();
        assertThat(labels)
                .containsAllEntriesOf(
                        only(Deployment.class).getSpec().getSelector().getMatchLabels())
                .containsAllEntriesOf(only(Service.class).getSpec().getSelector());
    }

    @Test
    void the_analyzer_understands_its_arguments_and_listens_at_its_port() {
        var container = onlyContainer();
        var invocation = Invocation.of(
                Program.complete(Main.DECLARATION),
                Map.of(),
                container.getArgs().toArray(String[]::new));
        assertThat(invocation).isInstanceOf(Invocation.Run.class);
        var settings = ((Invocation.Run) invocation).settings();
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
        var spec = only(Deployment.class).getSpec();
        assertThat(spec.getReplicas()).isEqualTo(1);
        assertThat(spec.getStrategy().getType()).isEqualTo("Recreate");
        assertThat(spec.getTemplate().getSpec().getVolumes())
                .anyMatch(volume -> volume.getPersistentVolumeClaim() != null
                        && volume.getPersistentVolumeClaim()
                                .getClaimName()
                                .equals(only(PersistentVolumeClaim.class)
                                        .getMetadata()
                                        .getName()));
    }

    @Test
    void it_may_do_no_more_than_it_needs() {
        var security = onlyContainer().getSecurityContext();
        assertThat(security.getAllowPrivilegeEscalation()).isFalse();
        assertThat(security.getReadOnlyRootFilesystem()).isTrue();
        assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(only(Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getSecurityContext()
                        .getRunAsNonRoot())
                .isTrue();
        assertThat(only(Role.class).getRules())
                .singleElement()
                .satisfies(rule -> assertThat(rule.getVerbs()).containsExactly("get", "list", "watch"));
    }

    @Test
    void the_role_is_bound_to_the_account_that_the_pods_run_as() {
        var account = only(ServiceAccount.class).getMetadata().getName();
        assertThat(only(Deployment.class).getSpec().getTemplate().getSpec().getServiceAccountName())
                .isEqualTo(account);
        assertThat(only(RoleBinding.class).getSubjects())
                .singleElement()
                .satisfies(subject -> assertThat(subject.getName()).isEqualTo(account));
        assertThat(only(RoleBinding.class).getRoleRef().getName())
                .isEqualTo(only(Role.class).getMetadata().getName());
    }

    @Test
    void it_is_asked_for_its_health() {
        var container = onlyContainer();
        assertThat(container.getLivenessProbe().getHttpGet().getPath()).isEqualTo("/healthz");
        assertThat(container.getStartupProbe().getHttpGet().getPath()).isEqualTo("/healthz");
        assertThat(container.getReadinessProbe().getHttpGet().getPath()).isEqualTo("/readyz");
    }
}
