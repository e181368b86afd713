package io.gpuledger.analyzer.apiserver;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.gpuledger.service.doctor.Line;
import io.gpuledger.service.doctor.Line.Fault;
import io.gpuledger.service.doctor.Line.Ok;
import io.gpuledger.service.doctor.Line.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Looks whether the API server is there, and whether it allows what is asked of it. Whoever it knows may ask it that.
/// Rights over kinds that a cluster does not have are not asked about.
public record RightsCheck(List<Right> rights) {
    public static final String SUBJECT = "API server";

    public RightsCheck {
        rights = List.copyOf(rights);
    }

    /// Looks at the API server of the cluster that this runs in, or of the kubeconfig.
    public List<Line> lines() {
        // The client would try again for long; whoever looks wants to know whether the API server answers now.
        return lines(new ConfigBuilder().withRequestRetryBackoffLimit(0).build());
    }

    List<Line> lines(Config config) {
        try (var client = new KubernetesClientBuilder().withConfig(config).build()) {
            return lines(client);
        } catch (KubernetesClientException e) {
            return List.of(new Fault(
                    SUBJECT,
                    "it does not answer: " + ApiServerFailure.of(e).words(),
                    "look at the kubeconfig or the service account, and at the network to the API server"));
        }
    }

    private List<Line> lines(KubernetesClient client) {
        var groups = groups(client);
        var asked = rights.stream()
                .filter(right -> right.group().isEmpty() || groups.contains(right.group()))
                .toList();
        var missing = new ArrayList<Line>();
        for (var right : asked) {
            var refused = right.verbs().stream()
                    .filter(verb -> !isAllowed(client, right, verb))
                    .toList();
            if (!refused.isEmpty()) {
                missing.add(line(right, refused));
            }
        }
        var server = client.getMasterUrl().toString();
        return missing.isEmpty()
                ? List.of(new Ok(SUBJECT, "%s allows all %d kinds that are asked for".formatted(server, asked.size())))
                : missing;
    }

    private static Set<String> groups(KubernetesClient client) {
        var groups = new TreeSet<String>();
        client.getApiGroups().getGroups().forEach(group -> groups.add(group.getName()));
        return groups;
    }

    private static boolean isAllowed(KubernetesClient client, Right right, String verb) {
        var review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withGroup(right.group())
                .withResource(right.resource())
                .withVerb(verb)
                .withNamespace(right.namespace().orElse(""))
                .endResourceAttributes()
                .endSpec()
                .build();
        return client.authorization()
                .v1()
                .selfSubjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }

    private static Line line(Right right, List<String> refused) {
        var what = right.resource() + (right.group().isEmpty() ? "" : " of " + right.group());
        var words = "it does not allow to %s %s: %s".formatted(String.join(" and ", refused), what, right.cost());
        var fix = right.namespace()
                        .map(namespace -> "add to a Role of the namespace %s: ".formatted(namespace))
                        .orElse("add to the ClusterRole: ")
                + right.rule();
        return right.isNeeded() ? new Fault(SUBJECT, words, fix) : new Warning(SUBJECT, words, fix);
    }
}
