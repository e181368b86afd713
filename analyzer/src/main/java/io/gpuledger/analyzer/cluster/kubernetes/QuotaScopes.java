package io.gpuledger.analyzer.cluster.kubernetes;

import io.fabric8.kubernetes.api.model.ResourceQuotaSpec;
import io.fabric8.kubernetes.api.model.ScopeSelector;
import io.fabric8.kubernetes.api.model.ScopedResourceSelectorRequirement;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Which pods a ResourceQuota is about, in the words of Kubernetes: `NotTerminating; PriorityClass In high,low`.
final class QuotaScopes {
    private static final String EXISTS = "Exists";

    private QuotaScopes() {}

    /// Returns nothing but an empty text where it is about all.
    static String of(ResourceQuotaSpec spec) {
        var selected = Optional.ofNullable(spec.getScopeSelector()).map(ScopeSelector::getMatchExpressions).stream()
                .flatMap(all -> all.stream())
                .map(QuotaScopes::words);
        return CommonFacts.words(Stream.concat(CommonFacts.list(spec.getScopes()).stream(), selected)
                .distinct()
                .sorted()
                .collect(Collectors.joining("; ")));
    }

    /// Most scopes can only be asked to exist, which is the same as if they were only named.
    private static String words(ScopedResourceSelectorRequirement selector) {
        var values = CommonFacts.list(selector.getValues());
        if (values.isEmpty()) {
            var isNamed = EXISTS.equals(selector.getOperator())
                    && !selector.getScopeName().equals("PriorityClass");
            return isNamed ? selector.getScopeName() : selector.getScopeName() + " " + selector.getOperator();
        }
        return selector.getScopeName() + " " + selector.getOperator() + " " + String.join(",", values);
    }
}
