package io.gpuledger.analyzer.cluster.statemetrics;

import io.gpuledger.analyzer.cluster.Annotations;
import io.gpuledger.analyzer.cluster.PreferredOrigin;
import io.gpuledger.analyzer.source.Scope;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/// kube-state-metrics, and what a layer that shares GPUs tells beside it, by whichever way their series come.
public final class StateMetrics {
    /// One for all pages: they may be shards, each with a part of a cluster.
    private static final String PAGES = "scrape";

    private final PreferredOrigin preferred;
    private final Annotations kept;
    private final AtomicLong epoch = new AtomicLong();
    private final OriginStates senders;

    /// @param kept of the annotations that are told of
    public StateMetrics(PreferredOrigin preferred, Annotations kept) {
        this.preferred = preferred;
        this.kept = kept;
        this.senders = new OriginStates(preferred, EndRule.BY_SILENCE, Optional.empty(), epoch);
    }

    /// Returns the names of the metrics that say something, for those who ask for series by name.
    public static Set<String> metrics() {
        var all = new TreeSet<>(Families.metrics());
        all.addAll(HamiFamilies.metrics());
        return all;
    }

    /// For the pages of one target. Each has all that there is to be told.
    public StateCollector page(Scope scope) {
        return new StateCollector(scope, kept, new OriginStates(preferred, EndRule.BY_PAGE, Optional.of(PAGES), epoch));
    }

    /// For what senders send, piece by piece. What is known of their clusters outlives the book.
    public StateCollector sent(Scope scope) {
        return new StateCollector(scope, kept, senders);
    }

    /// An intake that has all told again after it did not take something.
    public Intake over(Intake intake) {
        return batch -> {
            try {
                intake.take(batch);
            } catch (NotTakenException e) {
                if (!batch.statements().isEmpty()) {
                    epoch.incrementAndGet();
                }
                throw e;
            }
        };
    }
}
