package io.gpuledger.analyzer.remotewrite;

import io.gpuledger.analyzer.clock.Timekeeper;
import io.gpuledger.analyzer.parse.Labels;
import io.gpuledger.analyzer.parse.RoutedSamples;
import io.gpuledger.analyzer.parse.SeriesConsumer;
import io.gpuledger.analyzer.parse.SeriesRouter;
import io.gpuledger.analyzer.rows.RowMapper;
import io.gpuledger.analyzer.telemetry.Batch;
import io.gpuledger.analyzer.telemetry.Intake;
import io.gpuledger.analyzer.telemetry.NotTakenException;
import io.gpuledger.analyzer.telemetry.Row;
import io.gpuledger.analyzer.telemetry.Unit;
import io.gpuledger.analyzer.telemetry.UnitId;
import io.gpuledger.analyzer.telemetry.Values;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A server with the route, and row mappers that keep what they are told, word for word.
final class Receiver implements Intake, AutoCloseable {
    /// Holds what came of a sample.
    record Arrived(String series, double value, long millis) {}

    static final WriteSettings SETTINGS =
            new WriteSettings(100_000, 1_000_000, 2, 10_000, Duration.ofDays(14), Duration.ofSeconds(20));

    /// Asked before a batch is taken.
    interface Gate {
        void pass() throws NotTakenException;
    }

    final BlockingQueue<Arrived> arrived = new LinkedBlockingQueue<>();
    final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    volatile Gate gate = () -> {};

    private final List<ReceivedSeries> mappers = new ArrayList<>();
    private final HttpServer server;

    Receiver(WriteSettings settings, InstantSource clock) {
        var route = new WriteRoute(
                this::begin, this, settings, registry, Timekeeper.trusting(clock), Duration.ofMillis(50));
        server = HttpServer.start(
                HttpSettings.at(new Address("127.0.0.1", 0)),
                new Reloads(Duration.ZERO, InstantSource.system()),
                route::add);
    }

    int port() {
        return server.port();
    }

    private synchronized RowMapper begin() {
        var mapper = new ReceivedSeries();
        mappers.add(mapper);
        return mapper;
    }

    /// Returns all series that any of the mappers was asked for.
    synchronized List<String> asked() {
        return mappers.stream().flatMap(mapper -> mapper.asked().stream()).toList();
    }

    private static final class ReceivedSeries implements RowMapper, SeriesConsumer {
        private final List<String> series = new ArrayList<>();

        @Override
        public SeriesRouter router() {
            return SeriesRouter.to(this);
        }

        @Override
        public synchronized int slot(String name, Labels labels) {
            if (name.startsWith("ignored")) {
                return IGNORED;
            }
            series.add(name + labels);
            return series.size() - 1;
        }

        synchronized List<String> asked() {
            return List.copyOf(series);
        }

        /// A row a sample: the series is its unit, the value its index.
        @Override
        public List<Batch> batches(RoutedSamples routed, long receivedMillis) {
            var samples = routed.of(0);
            var rows = new ArrayList<Row>();
            for (var i = 0; i < samples.size(); i++) {
                var unit = new Unit(
                        new UnitId("", asked().get(samples.slot(i)), Optional.empty()),
                        "",
                        Optional.of(String.valueOf(samples.value(i))),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
                rows.add(new Row(unit, samples.millis(i), Values.NONE, List.of(), List.of()));
            }
            return List.of(new Batch("sender", rows));
        }
    }

    @Override
    public void take(Batch batch) throws NotTakenException {
        gate.pass();
        for (var row : batch.rows()) {
            var value = Double.parseDouble(row.unit().index().orElseThrow());
            arrived.add(new Arrived(row.unit().id().gpu(), value, row.millis()));
        }
    }

    /// A metric by its name and labels as a page has them.
    OptionalDouble metric(String series) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst();
    }

    @Override
    public void close() {
        server.close();
    }
}
