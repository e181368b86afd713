package io.gpuledger.analyzer.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.gpuledger.analyzer.apiserver.Right;
import io.gpuledger.gate.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ClusterRightsTest {
    private static Set<String> words(Right right) {
        return right.verbs().stream()
                .map(verb -> "%s %s of %s".formatted(verb, right.resource(), right.group()))
                .collect(Collectors.toSet());
    }

    private static ClusterRole role() {
        var file = Repository.read(Repository.root().resolve("deploy/kubernetes/analyzer.yaml"));
        return Arrays.stream(file.split("\n---\n"))
                .filter(document -> document.contains("\nkind: ClusterRole\n"))
                .map(document -> Serialization.unmarshal(document, ClusterRole.class))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void what_is_asked_about_is_what_the_cluster_role_gives() {
        var given = role().getRules().stream()
                .flatMap(rule -> rule.getResources().stream()
                        .map(resource -> new Right(
                                rule.getApiGroups().getFirst(), resource, rule.getVerbs(), Optional.empty(), "", true)))
                .flatMap(right -> words(right).stream())
                .toList();

        assertThat(ClusterRights.ALL.stream()
                        .flatMap(right -> words(right).stream())
                        .toList())
                .containsExactlyInAnyOrderElementsOf(given);
        assertThat(given).isNotEqualTo(List.of());
    }
}
