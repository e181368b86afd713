package io.gpuledger.analyzer.quota;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A quota over one kind of GPUs, at an instant.
///
/// @param cohort the queues that lend to each other and that it is one of; nothing where it is in none, and where it
///     cannot be reckoned
/// @param cohortName what these are called
/// @param scopes which pods it is about, in words: none where it is about all; nothing where nobody tells
/// @param namespaces whose pods it is about, as far as they are known by their queues
public record Quota(
        Id id,
        Allowance allowance,
        Optional<Cohort> cohort,
        Optional<String> cohortName,
        Optional<List<String>> scopes,
        List<String> namespaces) {
    private static final Comparator<Optional<String>> NONE_FIRST = Comparator.comparing(text -> text.orElse(""));

    /// Says which quota it is.
    ///
    /// @param namespace of a ResourceQuota
    /// @param flavor of a ClusterQueue
    public record Id(
            String cluster,
            QuotaKind kind,
            Optional<String> namespace,
            String name,
            String resource,
            Optional<String> flavor)
            implements Comparable<Id> {
        private static final Comparator<Id> ORDER = Comparator.comparing(Id::cluster)
                .thenComparing(Id::kind)
                .thenComparing(Id::namespace, NONE_FIRST)
                .thenComparing(Id::name)
                .thenComparing(Id::resource)
                .thenComparing(Id::flavor, NONE_FIRST);

        @Override
        public int compareTo(Id other) {
            return ORDER.compare(this, other);
        }
    }

    public Quota {
        scopes = scopes.map(List::copyOf);
        namespaces = List.copyOf(namespaces);
    }

    /// Returns the same without what others in its cohort have, by which it could be told what is left for it.
    public Quota withoutCohort() {
        return new Quota(id, allowance, Optional.empty(), cohortName, scopes, namespaces);
    }

    /// Returns how many it has of others: none where there are no others.
    public Optional<Long> borrowed() {
        return cohortName.isPresent() ? allowance.over() : Optional.of(0L);
    }

    public Optional<Long> lentUnused() {
        return cohort.flatMap(all -> all.lentUnused(allowance));
    }

    public Optional<Long> cohortUnused() {
        return cohort.flatMap(Cohort::unused);
    }

    /// Returns how many more there may be now.
    public Optional<Long> available() {
        return cohortName.isPresent() ? cohort.flatMap(all -> all.available(allowance)) : allowance.left();
    }
}
