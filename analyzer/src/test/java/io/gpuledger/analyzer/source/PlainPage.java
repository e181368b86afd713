package io.gpuledger.analyzer.source;

import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.telemetry.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A page, read as plainly as can be, and what it comes to.
record PlainPage(String text) {
    static final long NOW = 1_790_000_000_000L;
    static final Scope SCOPE = new Scope("here", "target", "scrape", "cluster", List.of("prometheus_replica"));

    private static final Pattern LINE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)\\})? (\\S+)(?: (\\d+))?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    Collected collected() {
        return collected(SCOPE);
    }

    Collected collected(Scope scope) {
        var mapping = new Mapping(Catalog.of(List.of()), scope);
        return collected(mapping);
    }

    Collected collected(Mapping mapping) {
        return new Collector().collect(mapping, samples(mapping).of(0), NOW);
    }

    List<Row> rows() {
        return collected().batches().stream()
                .flatMap(batch -> batch.rows().stream())
                .toList();
    }

    RoutedSamples samples(SeriesConsumer consumer) {
        var router = SeriesRouter.to(consumer);
        var samples = new RoutedSamples();
        samples.begin(router);
        text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            var parts = LINE.matcher(line.strip());
            if (!parts.matches()) {
                throw new AssertionError("no sample: " + line);
            }
            var labels = new ArrayList<String>();
            if (parts.group(2) != null) {
                LABEL.matcher(parts.group(2)).results().forEach(label -> {
                    labels.add(label.group(1));
                    labels.add(label.group(2));
                });
            }
            add(samples, router.route(parts.group(1), Labels.of(labels)), parts.group(3), parts.group(4));
        });
        return samples;
    }

    private static void add(
            RoutedSamples samples, int route, String value, @org.jspecify.annotations.Nullable String millis) {
        if (route == SeriesConsumer.IGNORED) {
            samples.ignore();
        } else if (millis == null) {
            samples.add(route, Double.parseDouble(value));
        } else {
            samples.add(route, Double.parseDouble(value), Long.parseLong(millis));
        }
    }
}
