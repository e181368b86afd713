package io.gpuledger.analyzer.fit;

import io.gpuledger.analyzer.fit.Crowds.Crowd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Counts for an ask where other pods are, by the domains that it names.
final class CompanyChecks {
    /// The order of terms by all that they say: the text of a term leaves out which namespaces it is about.
    private static final Comparator<PodTerm> IN_ORDER = Comparator.comparing(PodTerm::toString)
            .thenComparing(term -> term.namespaces().toString())
            .thenComparing(term -> term.byLabels().toString());

    private final Columns columns;
    private final Crowds crowds;
    private final Surroundings around;

    /// Where the labels and where the taints of nodes let an ask go. A number other than 0 means that they do
    /// not.
    record Allowed(Supplier<int[]> byLabels, Supplier<int[]> byTaints) {}

    CompanyChecks(Columns columns, Crowds crowds, Surroundings around) {
        this.columns = columns;
        this.crowds = crowds;
        this.around = around;
    }

    List<Check> of(Ask ask, Allowed allowed) {
        var company = ask.company();
        var checks = new ArrayList<Check>();
        company.spreads().forEach(spread -> checks.add(spread(spread, company, allowed)));
        checks.addAll(together(company));
        company.apart().forEach(term -> checks.add(new CompanyCheck.OfApart(term, near(List.of(term), term))));
        checks.addAll(others(company));
        return checks;
    }

    /// Only nodes count that have the labels of all constraints. Pods that are being deleted do not count,
    /// and a constraint that is for all pods counts none.
    private Check spread(Spread spread, Company company, Allowed allowed) {
        var domains = columns.label(spread.key());
        var counts = counted(spread, company, allowed);
        var there = new long[domains.count()];
        if (!spread.pods().isOfAll()) {
            var test = spread.pods().test();
            crowds.in(company.namespace()).stream()
                    .filter(crowd -> !crowd.leaving() && test.test(crowd.labels()))
                    .flatMap(crowd -> crowd.nodes().stream())
                    .filter(node -> counts[node])
                    .forEach(node -> there[domains.of()[node]]++);
        }
        var isDomain = new boolean[there.length];
        for (var i = 0; i < counts.length; i++) {
            isDomain[domains.of()[i]] |= counts[i];
        }
        var byDomain = new HashMap<String, Long>();
        for (var i = 0; i < there.length; i++) {
            if (isDomain[i]) {
                byDomain.put(domains.value(i).orElseThrow(), there[i]);
            }
        }
        return new CompanyCheck.OfSpread(
                spread, byDomain, spread.pods().selects(company.labels()), fewest(byDomain, spread));
    }

    private static OptionalLong fewest(Map<String, Long> there, Spread spread) {
        var fewest = there.values().stream().mapToLong(Long::longValue).min();
        return fewest.isPresent() && there.size() < spread.domainsMin() ? OptionalLong.of(0) : fewest;
    }

    private boolean[] counted(Spread spread, Company company, Allowed allowed) {
        var counted = new boolean[columns.label(spread.key()).of().length];
        var keys = company.spreads().stream()
                .map(one -> columns.label(one.key()).of())
                .toList();
        for (var i = 0; i < counted.length; i++) {
            counted[i] = true;
            for (var key : keys) {
                counted[i] &= key[i] != 0;
            }
        }
        if (spread.heedsAffinity()) {
            without(counted, allowed.byLabels().get());
        }
        if (spread.heedsTaints()) {
            without(counted, allowed.byTaints().get());
        }
        return counted;
    }

    private static void without(boolean[] counted, int[] outcome) {
        for (var i = 0; i < counted.length; i++) {
            counted[i] &= outcome[i] == 0;
        }
    }

    /// It has to be near a pod that all its terms name at once.
    private List<Check> together(Company company) {
        var terms = company.together();
        var near = new ArrayList<Set<String>>();
        terms.forEach(term -> near.add(near(terms, term)));
        var labels = around.labelsOf(company.namespace());
        var isFirst = near.stream().allMatch(Set::isEmpty)
                && terms.stream().allMatch(term -> term.names(company.namespace(), company.labels(), labels));
        var checks = new ArrayList<Check>();
        for (var i = 0; i < terms.size(); i++) {
            checks.add(new CompanyCheck.OfTogether(terms.get(i), near.get(i), isFirst));
        }
        return checks;
    }

    /// Returns the domains of one term with pods that all terms name.
    private Set<String> near(List<PodTerm> terms, PodTerm one) {
        var domains = columns.label(one.key());
        var near = new HashSet<String>();
        crowds.within(one, around)
                .filter(crowd -> terms.stream().allMatch(term -> isNamed(crowd, term)))
                .flatMap(crowd -> crowd.nodes().stream())
                .forEach(node -> domains.valueOf(node).ifPresent(near::add));
        return near;
    }

    private boolean isNamed(Crowd crowd, PodTerm term) {
        return term.names(crowd.namespace(), crowd.labels(), around.labelsOf(crowd.namespace()));
    }

    private List<Check> others(Company company) {
        var byKey = new TreeMap<String, Map<String, PodTerm>>();
        crowds.against(company, around).forEach((term, nodes) -> {
            var domains = columns.label(term.key());
            nodes.forEach(node -> domains.valueOf(node)
                    .ifPresent(domain -> byKey.computeIfAbsent(term.key(), _ -> new HashMap<>())
                            .merge(domain, term, CompanyChecks::first)));
        });
        return byKey.entrySet().stream()
                .<Check>map(one -> new CompanyCheck.OfOthers(one.getKey(), one.getValue()))
                .toList();
    }

    /// Returns one of two terms, and the same one in whatever order they come, so that an answer does not change by
    /// chance.
    private static PodTerm first(PodTerm one, PodTerm other) {
        return Stream.of(one, other).min(IN_ORDER).orElseThrow();
    }
}
