package io.gpuledger.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The accounts of the chart may do no more than they need, as whoever breaks into a pod may do what its account may.
class ChartRolesTest {
    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void roles_may_only_read_and_ask_whose_a_token_is(String name) {
        var manifest = ChartObjects.of(name);
        var rules = Stream.concat(
                manifest.all(ClusterRole.class).stream().map(ClusterRole::getRules),
                manifest.all(Role.class).stream().map(Role::getRules));
        assertThat(rules.flatMap(List::stream)
                        .filter(rule -> !rule.getResources().equals(List.of("tokenreviews"))))
                .allSatisfy(rule -> {
                    assertThat(rule.getVerbs()).isSubsetOf("get", "list", "watch");
                    assertThat(rule.getResources()).doesNotContain("*", "secrets", "configmaps");
                });
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void roles_are_bound_to_the_accounts_of_the_pods(String name) {
        var manifest = ChartObjects.of(name);
        var accounts = ChartObjects.pods(manifest)
                .map(pod -> pod.getSpec().getServiceAccountName())
                .toList();
        assertThat(manifest.all(ClusterRoleBinding.class)).allSatisfy(binding -> {
            assertThat(accounts).contains(binding.getSubjects().getFirst().getName());
            assertThat(manifest.all(ClusterRole.class))
                    .anyMatch(role -> role.getMetadata()
                            .getName()
                            .equals(binding.getRoleRef().getName()));
        });
        assertThat(manifest.all(RoleBinding.class))
                .allSatisfy(binding -> assertThat(accounts)
                        .contains(binding.getSubjects().getFirst().getName()));
    }

    @Test
    void who_asks_the_api_server_for_nothing_has_no_token_and_no_role() {
        var manifest = ChartObjects.of("prometheus");
        assertThat(ChartObjects.pods(manifest))
                .allSatisfy(pod -> assertThat(pod.getSpec().getAutomountServiceAccountToken())
                        .isFalse());
        assertThat(manifest.all(ClusterRole.class)).isEmpty();
        assertThat(manifest.all(Role.class)).isEmpty();
    }

    /// With more than that, a token that leaks would be worth more; with less, a program would be refused.
    @Test
    void roles_allow_what_the_programs_were_seen_to_ask_for_and_nothing_else() {
        var allowed = Stream.of("everything", "instead-of-dcgm-exporter")
                .flatMap(name -> requests(ChartObjects.of(name)))
                .distinct()
                .toList();
        assertThat(allowed).containsExactlyInAnyOrderElementsOf(RecordedRequest.all());
    }

    @ParameterizedTest
    @MethodSource("io.gpuledger.gate.Chart#cases")
    void no_case_allows_what_nobody_was_seen_to_ask_for(String name) {
        assertThat(RecordedRequest.all())
                .containsAll(requests(ChartObjects.of(name)).toList());
    }

    /// All that the roles of a case allow, but for rules that its values add.
    private static Stream<RecordedRequest> requests(Manifest manifest) {
        var ofCluster =
                manifest.all(ClusterRole.class).stream().flatMap(role -> requests(role.getMetadata(), role.getRules()));
        var ofNamespace =
                manifest.all(Role.class).stream().flatMap(role -> requests(role.getMetadata(), role.getRules()));
        return Stream.concat(ofCluster, ofNamespace);
    }

    private static Stream<RecordedRequest> requests(ObjectMeta role, List<PolicyRule> rules) {
        var program = Objects.requireNonNull(role.getLabels().get("app.kubernetes.io/name"));
        return rules.stream()
                .filter(rule -> !rule.getApiGroups().contains("kubeflow.org"))
                .flatMap(rule -> rule.getApiGroups().stream()
                        .flatMap(group -> rule.getResources().stream()
                                .flatMap(resource -> rule.getVerbs().stream()
                                        .map(verb -> RecordedRequest.of(program, verb, group, resource)))));
    }

    @Test
    void rules_of_a_feature_are_there_where_it_is_on() {
        assertThat(resources("exporter")).containsExactly("pods");
        assertThat(resources("instead-of-dcgm-exporter")).contains("resourceslices");
        assertThat(resources("default")).doesNotContain("tokenreviews", "endpointslices");
        assertThat(resources("everything")).contains("tokenreviews", "endpointslices", "pytorchjobs");
    }

    private static List<String> resources(String name) {
        var manifest = ChartObjects.of(name);
        return Stream.concat(
                        manifest.all(ClusterRole.class).stream().map(ClusterRole::getRules),
                        manifest.all(Role.class).stream().map(Role::getRules))
                .flatMap(List::stream)
                .map(PolicyRule::getResources)
                .flatMap(List::stream)
                .distinct()
                .toList();
    }
}
