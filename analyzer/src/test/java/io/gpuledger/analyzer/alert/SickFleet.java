package io.gpuledger.analyzer.alert;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gpuledger.gate.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Serves the pages of exporters and analyzers, on which all is well, then nothing is, and then all is well again.
final class SickFleet implements AutoCloseable {
    /// How long all was well so far, and how long it was not.
    private record Times(Duration well, Duration ill, boolean isIll) {}

    /// What a series shows: a number, or one that grows each second up to a bound, or nothing.
    private record Course(OptionalDouble number, double growth, double bound) {
        private static final Pattern GROWS = Pattern.compile("\\+([\\d.]+)/s(?: to (\\d+))?");

        static Course read(String text) {
            var grows = GROWS.matcher(text);
            if (grows.matches()) {
                var bound = grows.group(2) == null ? Double.MAX_VALUE : Double.parseDouble(grows.group(2));
                return new Course(OptionalDouble.of(0), Double.parseDouble(grows.group(1)), bound);
            }
            return new Course(
                    text.equals("absent") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text)), 0, 0);
        }

        boolean grows() {
            return bound > 0;
        }

        double grown(Duration time) {
            return Math.min(bound, growth * time.toMillis() / 1000);
        }
    }

    private record Series(String name, Course well, Course ill) {
        OptionalDouble value(Times times) {
            if (well.grows() || ill.grows()) {
                return OptionalDouble.of(well.grown(times.well()) + ill.grown(times.ill()));
            }
            return times.isIll() ? ill.number() : well.number();
        }
    }

    /// A page as it is scraped from an address, which need not be the one that it is served at.
    private record Page(String job, String instance, boolean canBeAway, List<Series> series) {
        String path() {
            return "/" + instance;
        }

        Optional<String> text(Times times) {
            if (canBeAway && times.isIll()) {
                return Optional.empty();
            }
            var text = new StringBuilder();
            for (var one : series) {
                one.value(times).ifPresent(value -> text.append("%s %s%n".formatted(one.name(), value)));
            }
            return Optional.of(text.toString());
        }
    }

    private static final String FILE = "analyzer/src/test/resources/alert/sick-fleet.txt";
    private static final Pattern LINE = Pattern.compile(
            "page (?<job>\\S+) (?<instance>\\S+?)(?<away> -> away)?|(?<series>\\w+(?:\\{.*})?) (?<well>.+?)(?: ->"
                    + " (?<ill>.+))?");

    private final List<Page> pages = read();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private Times times = new Times(Duration.ZERO, Duration.ZERO, false);
    private long since = System.nanoTime();

    SickFleet() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.setExecutor(threads);
        pages.forEach(page -> server.createContext(page.path(), exchange -> answer(exchange, page)));
        server.start();
    }

    private static List<Page> read() {
        var pages = new ArrayList<Page>();
        Repository.read(Repository.root().resolve(FILE))
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .forEach(line -> {
                    var parts = LINE.matcher(line);
                    if (!parts.matches()) {
                        throw new AssertionError(line);
                    } else if (parts.group("job") != null) {
                        pages.add(new Page(
                                parts.group("job"),
                                parts.group("instance"),
                                parts.group("away") != null,
                                new ArrayList<>()));
                    } else {
                        var well = Course.read(parts.group("well"));
                        var ill = Optional.ofNullable(parts.group("ill")).map(Course::read);
                        pages.getLast().series().add(new Series(parts.group("series"), well, ill.orElse(well)));
                    }
                });
        return pages;
    }

    private void answer(HttpExchange exchange, Page page) throws IOException {
        try (exchange) {
            var body = page.text(now()).map(text -> text.getBytes(UTF_8));
            exchange.sendResponseHeaders(
                    body.isPresent() ? 200 : 503, body.map(text -> text.length).orElse(-1));
            if (body.isPresent()) {
                exchange.getResponseBody().write(body.get());
            }
        }
    }

    void fallIll() {
        turn(true);
    }

    void recover() {
        turn(false);
    }

    private synchronized void turn(boolean isIll) {
        var now = now();
        since = System.nanoTime();
        times = new Times(now.well(), now.ill(), isIll);
    }

    private synchronized Times now() {
        var more = Duration.ofNanos(System.nanoTime() - since);
        return times.isIll()
                ? new Times(times.well(), times.ill().plus(more), true)
                : new Times(times.well().plus(more), times.ill(), false);
    }

    /// Returns what Prometheus has to know to scrape all pages: items of `static_configs`.
    String targets() {
        return pages.stream()
                .map(page -> """
                    - targets: ["127.0.0.1:%d"]
                      labels: {job: "%s", instance: "%s", __metrics_path__: "%s"}
                    """.formatted(server.getAddress().getPort(), page.job(), page.instance(), page.path()))
                .collect(Collectors.joining());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
