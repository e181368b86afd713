package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.CompanyReason.Alone;
import io.gpuledger.analyzer.fit.CompanyReason.NoDomain;
import io.gpuledger.analyzer.fit.CompanyReason.TooNear;
import io.gpuledger.analyzer.fit.CompanyReason.Uneven;
import io.gpuledger.analyzer.fit.CompanyReason.Unwelcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// The checks of where other pods are. Where they are was counted beforehand, by the domains of a label.
sealed interface CompanyCheck extends Check {
    /// The label whose values are the domains.
    String key();

    /// Returns what is against nodes of a domain, or against those that are in none.
    List<Reason> within(Optional<String> domain);

    @Override
    default List<Reason> against(Place place) {
        return within(place.state().label(key()));
    }

    @Override
    default Sight sight() {
        return new Sight.Labels(Set.of(key()));
    }

    /// With `n(d)` for how many pods the constraint counts in the domain `d` of the node, a node is out where
    ///
    ///     n(d) + (1 if it counts the pod itself) - min over domains of n > skewMax
    ///
    /// @param there how many pods are in each domain that counts; none in others
    /// @param fewest the minimum, or 0 where there are fewer domains than the constraint wants; empty where
    ///     there is none, and then each domain will do
    record OfSpread(Spread spread, Map<String, Long> there, boolean countsItself, OptionalLong fewest)
            implements CompanyCheck {
        @Override
        public String key() {
            return spread.key();
        }

        @Override
        public List<Reason> within(Optional<String> domain) {
            if (domain.isEmpty()) {
                return List.of(new NoDomain(spread));
            }
            var then = there.getOrDefault(domain.get(), 0L) + (countsItself ? 1 : 0);
            return fewest.isPresent() && then - fewest.getAsLong() > spread.skewMax()
                    ? List.of(new Uneven(spread, domain.get(), then, fewest.getAsLong()))
                    : List.of();
        }
    }

    /// It has to be near some.
    ///
    /// @param near the domains with pods that all terms of the pod name
    /// @param isFirst whether there are none anywhere, and the pod is one of those that it wants to be near:
    ///     such a one may begin in any domain
    record OfTogether(PodTerm term, Set<String> near, boolean isFirst) implements CompanyCheck {
        @Override
        public String key() {
            return term.key();
        }

        @Override
        public List<Reason> within(Optional<String> domain) {
            return domain.filter(one -> isFirst || near.contains(one)).isPresent()
                    ? List.of()
                    : List.of(new Alone(term));
        }
    }

    /// It must not be near any.
    ///
    /// @param near the domains with pods that the term names
    record OfApart(PodTerm term, Set<String> near) implements CompanyCheck {
        @Override
        public String key() {
            return term.key();
        }

        @Override
        public List<Reason> within(Optional<String> domain) {
            return domain.filter(near::contains)
                    .<List<Reason>>map(one -> List.of(new TooNear(term, one)))
                    .orElse(List.of());
        }
    }

    /// Others do not want to be near it.
    ///
    /// @param theirs for each domain, the term of a pod in it that names the one that comes
    record OfOthers(String key, Map<String, PodTerm> theirs) implements CompanyCheck {
        @Override
        public List<Reason> within(Optional<String> domain) {
            return domain.flatMap(one -> Optional.ofNullable(theirs.get(one))
                            .<List<Reason>>map(term -> List.of(new Unwelcome(term, one))))
                    .orElse(List.of());
        }
    }
}
