package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.access.Sight;
import io.gpuledger.analyzer.store.pods.Payers;
import io.gpuledger.analyzer.store.quotas.QuotaRow;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Selects the quotas of which somebody may be told: those whose namespaces are all of his teams. Of a queue in a
/// cohort he is told what stands against it and waits for it, and not what others leave it.
final class OwnQuotas {
    private final Sight sight;
    private final Function<String, Payers> payers;
    private final Map<String, Payers> byCluster = new HashMap<>();

    /// @param payers those of a cluster
    OwnQuotas(Sight sight, Function<String, Payers> payers) {
        this.sight = sight;
        this.payers = payers;
    }

    boolean has(QuotaRow row) {
        if (sight.isWhole()) {
            return true;
        }
        var quota = row.quota();
        var its = byCluster.computeIfAbsent(quota.id().cluster(), payers);
        return !quota.namespaces().isEmpty()
                && quota.namespaces().stream().allMatch(namespace -> sight.has(its.of(namespace)));
    }

    QuotaRow apart(QuotaRow row) {
        return sight.isWhole()
                ? row
                // In the time that was asked about it may have been others' too.
                : new QuotaRow(row.quota().withoutCohort(), row.told(), row.waiting(), Optional.empty());
    }
}
