package io.gpuledger.analyzer.prometheus;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.read.Matcher;
import io.gpuledger.analyzer.parse.read.SeriesSink;
import io.gpuledger.analyzer.source.Catalog;
import io.gpuledger.analyzer.source.GpuLabel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Knows which series are wanted of a server, and what it is asked so that it gives few others.
///
/// Who wants a shard asks for all series but those that name a GPU of another shard for sure: so whatever has another
/// label, or an id of another form, comes too, and is left out here. A pattern sees one label alone, and which label
/// counts depends on the table, and on whether a scraper moved it: so there is a question for each case, one after the
/// other. Several selectors in one question would do for remote read and for exports, but a range selector has no `or`
/// that all servers know. No two questions have a series in common.
public final class Wanted {
    private final Catalog catalog;
    private final Shard shard;
    private final List<List<Matcher>> questions;

    private Wanted(Catalog catalog, Shard shard, List<List<Matcher>> questions) {
        this.catalog = catalog;
        this.shard = shard;
        this.questions = questions;
    }

    /// Returns what is wanted of who is read for a shard.
    ///
    /// @param more metrics that mean something beside those of the catalog, and tell of a cluster
    public static Wanted of(Catalog catalog, Set<String> more, Shard shard) {
        return new Wanted(catalog, shard, questions(catalog, more, shard));
    }

    private static List<List<Matcher>> questions(Catalog catalog, Set<String> more, Shard shard) {
        var questions = new ArrayList<List<Matcher>>();
        var whole = new TreeSet<String>(shard.hasCluster() ? more : Set.of());
        catalog.metricsByGpuLabel().entrySet().stream()
                .sorted(Map.Entry.comparingByKey(Comparator.comparing(GpuLabel::toString)))
                .forEach(metrics -> shard.others(metrics.getKey().prefix())
                        .ifPresentOrElse(
                                others -> questions.addAll(questions(metrics.getKey(), metrics.getValue(), others)),
                                () -> whole.addAll(metrics.getValue())));
        if (!whole.isEmpty()) {
            questions.add(List.of(named(whole)));
        }
        return List.copyOf(questions);
    }

    private static List<List<Matcher>> questions(GpuLabel label, Set<String> metrics, String others) {
        return List.of(
                List.of(
                        named(metrics),
                        new Matcher(Matcher.Type.EQUAL, label.moved(), ""),
                        new Matcher(Matcher.Type.UNLIKE, label.name(), others)),
                List.of(
                        named(metrics),
                        new Matcher(Matcher.Type.NOT_EQUAL, label.moved(), ""),
                        new Matcher(Matcher.Type.UNLIKE, label.moved(), others)));
    }

    private static Matcher named(Collection<String> metrics) {
        return new Matcher(
                Matcher.Type.LIKE,
                Matcher.METRIC_NAME,
                metrics.stream().sorted().collect(Collectors.joining("|")));
    }

    Catalog catalog() {
        return catalog;
    }

    Shard shard() {
        return shard;
    }

    /// Returns what the series of each question have to be like.
    List<List<Matcher>> questions() {
        return questions;
    }

    /// Returns what passes on the series that are wanted, and no others, whatever a server gives.
    SeriesSink sieved(SeriesSink sink) {
        return shard.isAll() ? sink : new Sieve(sink);
    }

    private boolean has(String name, Labels labels) {
        return catalog.gpu(name, labels).map(shard::hasGpu).orElse(shard.hasCluster());
    }

    private final class Sieve implements SeriesSink {
        private final SeriesSink next;

        Sieve(SeriesSink next) {
            this.next = next;
        }

        @Override
        public boolean series(String name, Labels labels) {
            return has(name, labels) && next.series(name, labels);
        }

        @Override
        public void sample(long millis, double value) {
            next.sample(millis, value);
        }

        @Override
        public void histograms(int count) {
            next.histograms(count);
        }

        @Override
        public void passedOver(String why) {
            next.passedOver(why);
        }
    }
}
