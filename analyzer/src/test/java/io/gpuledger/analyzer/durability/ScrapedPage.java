package io.gpuledger.analyzer.durability;

import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A target whose page is another one each time: its values follow from how often it was asked, and the first metric
/// tells that.
final class ScrapedPage implements AutoCloseable {
    private static final List<String> UUIDS =
            IntStream.range(0, 4).mapToObj(gpu -> "GPU-SCRAPED-" + gpu).toList();
    static final Metric NUMBER = Metric.ALL.getFirst();

    /// Holds when each page was asked for. The number of a page is its place here.
    private final List<Long> askedMillis = Collections.synchronizedList(new ArrayList<>());
    private final HttpServer server = HttpServer.start(
            HttpSettings.at(new Address("127.0.0.1", 0)),
            new Reloads(Duration.ZERO, InstantSource.system()),
            routing -> Get.route(routing, "/metrics", (_, response) -> response.send(next())));

    private synchronized String next() {
        var number = askedMillis.size();
        askedMillis.add(System.currentTimeMillis());
        return Metric.ALL.stream()
                .flatMap(metric -> UUIDS.stream().map(uuid -> line(metric, uuid, number)))
                .collect(Collectors.joining());
    }

    private static String line(Metric metric, String uuid, int number) {
        var value = metric.equals(NUMBER) ? number : metric.said(uuid, number);
        return String.format(Locale.ROOT, "%s{gpu=\"0\",UUID=\"%s\"} %s%n", metric.name(), uuid, value);
    }

    int port() {
        return server.port();
    }

    List<String> uuids() {
        return UUIDS;
    }

    /// Whether that page was asked for in the scrape that began then.
    boolean isOf(long number, long startedMillis) {
        return number >= 0
                && number < askedMillis.size()
                && askedMillis.get((int) number) >= startedMillis
                && askedMillis.get((int) number) <= startedMillis + 60_000;
    }

    @Override
    public void close() {
        server.close();
    }
}
