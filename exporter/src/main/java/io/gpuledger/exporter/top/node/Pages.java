package io.gpuledger.exporter.top.node;

import io.gpuledger.exporter.top.page.Labels;
import io.gpuledger.exporter.top.page.MetricsPage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Two pages, one after the other, and the first that was seen: what lies between the two is a rate.
///
/// @param first what was counted before it is not new
/// @param base the page that rates begin at; the latest itself where there is no older one
record Pages(MetricsPage first, MetricsPage base, MetricsPage latest) {
    private static final Labels NONE = new Labels(Map.of());

    /// The gauge's values, by unit.
    Map<UnitId, Double> gauges(String family, Predicate<Labels> which) {
        var values = new LinkedHashMap<UnitId, Double>();
        latest.family(family).forEach((labels, value) -> {
            if (which.test(labels) && Double.isFinite(value)) {
                values.put(UnitId.of(labels), value);
            }
        });
        return values;
    }

    /// The part of the time that was observed in which the counter went on, by what it counts.
    Map<Labels, Double> activity(String family) {
        var observed = new LinkedHashMap<UnitId, Double>();
        increases("gpu_observed_seconds_total").forEach((labels, more) -> observed.put(UnitId.of(labels), more));
        var parts = new LinkedHashMap<Labels, Double>();
        increases(family)
                .forEach((labels, more) -> part(more, observed.getOrDefault(UnitId.of(labels), 0.0))
                        .ifPresent(part -> parts.put(labels, part)));
        return parts;
    }

    /// The part of all time in which the counter went on, by what it counts.
    Map<Labels, Double> partsOfTime(String family) {
        var parts = new LinkedHashMap<Labels, Double>();
        increases(family)
                .forEach((labels, more) ->
                        seconds().flatMap(all -> part(more, all)).ifPresent(part -> parts.put(labels, part)));
        return parts;
    }

    /// What lies between the two pages, by the exporter's clock.
    Optional<Double> seconds() {
        return base.snapshotSeconds()
                .flatMap(from -> latest.snapshotSeconds().map(to -> to - from).filter(more -> more > 0));
    }

    /// By how much the sample has grown since the first page.
    double news(String family, Labels labels) {
        var now = latest.family(family).getOrDefault(labels, 0.0);
        var then = first.family(family).getOrDefault(labels, 0.0);
        return then > now ? now : now - then;
    }

    Optional<Double> single(String family) {
        return Optional.ofNullable(latest.family(family).get(NONE));
    }

    /// A counter that went back is another exporter's: nothing can be said of what lies between.
    private Map<Labels, Double> increases(String family) {
        var increases = new LinkedHashMap<Labels, Double>();
        latest.family(family).forEach((labels, to) -> {
            var from = base.family(family).get(labels);
            if (from != null && to >= from) {
                increases.put(labels, to - from);
            }
        });
        return increases;
    }

    private static Optional<Double> part(double part, double all) {
        return all > 0 ? Optional.of(Math.min(1, part / all)) : Optional.empty();
    }
}
