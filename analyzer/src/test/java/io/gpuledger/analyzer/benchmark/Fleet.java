package io.gpuledger.analyzer.benchmark;

import io.gpuledger.service.settings.Declaration;
import io.gpuledger.service.settings.Setting;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Many simulated nodes behind one port, which cost next to nothing to be scraped: `/n/<i>/metrics` is the page of node
/// i, `/targets` lists them for Prometheus' HTTP service discovery, `/stats` counts what was served.
///
/// A program of its own, so that what it costs is not counted. It ends when its standard input does, that is with
/// whoever started it.
public final class Fleet implements AutoCloseable {
    static final Setting<Long> NODES = Setting.whole("nodes", "How many nodes are scraped.")
            .that(nodes -> nodes >= 1 && nodes <= 12_500, "from 1 to 12500")
            .or("250");
    static final Setting<Duration> INTERVAL =
            Setting.duration("interval", "How often each node is scraped.").or("5s");
    static final Setting<PageKind> PAGE = Setting.choice("page", PageKind.class, "Whose pages the nodes serve.")
            .or("dcgm");
    private static final Setting<Long> PORT = Setting.whole(
                    "port", "Where it listens on 127.0.0.1; 0 is one that is free.")
            .or("0");
    static final Declaration DECLARATION = new Declaration(
            "fleet", "Serves the pages of many nodes.", List.of(), List.of(NODES, INTERVAL, PAGE, PORT));

    private static final String PATH = "/n/%d/metrics";

    /// A scrape is late when the one before it lies further back than this, in intervals.
    private static final double LATE_INTERVALS = 1.5;

    private final Load load;
    /// Holds the page of each node by the path that is asked for, such as `/n/7/metrics`.
    private final Map<String, NodePage> pages;
    private final long samplesPerPage;
    private final FleetServer server;
    private final LongAdder served = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder late = new LongAdder();
    private final LongAdder warm = new LongAdder();

    private Fleet(Load load, int port) throws IOException {
        var first = load.page().text(0);
        var changing = load.page().changing(first);
        this.load = load;
        this.pages = IntStream.range(0, load.nodes())
                .parallel()
                .boxed()
                .collect(Collectors.toUnmodifiableMap(
                        PATH::formatted,
                        node -> new NodePage(changing.apply(load.page().text(node)), node)));
        this.samplesPerPage =
                first.lines().filter(line -> !line.startsWith("#")).count();
        this.server = new FleetServer(port, this::answer);
    }

    static Fleet start(Load load, int port) throws IOException {
        var fleet = new Fleet(load, port);
        fleet.server.start();
        return fleet;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        CommandLine.run(DECLARATION, args, settings -> {
            try (var fleet = start(Load.in(settings), Math.toIntExact(settings.get(PORT)))) {
                System.out.println("serving http://127.0.0.1:" + fleet.port());
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        });
    }

    int port() {
        return server.port();
    }

    private void answer(String path, OutputStream out) throws IOException {
        var page = Optional.ofNullable(pages.get(path));
        if (page.isPresent()) {
            count(page.get().send(out, System.nanoTime()));
        } else if (path.equals("/targets")) {
            FleetServer.send(out, "200 OK", "application/json", targets());
        } else if (path.equals("/stats")) {
            FleetServer.send(out, "200 OK", "text/plain; version=0.0.4; charset=utf-8", stats());
        } else {
            FleetServer.send(out, "404 Not Found", "text/plain", "there are /n/0/metrics, /targets and /stats\n");
        }
    }

    private void count(NodePage.Served before) {
        served.increment();
        bytes.add(before.bytes());
        if (before.times() == 1) {
            warm.increment();
        }
        if (before.times() > 0
                && before.nanosAgo() > LATE_INTERVALS * load.interval().toNanos()) {
            late.increment();
        }
    }

    private String targets() {
        return IntStream.range(0, load.nodes()).mapToObj(this::target).collect(Collectors.joining(",\n", "[", "]\n"));
    }

    private String target(int node) {
        return """
            {"targets":["127.0.0.1:%d"],"labels":{"__metrics_path__":"%s","instance":"%s"}}\
            """.formatted(port(), PATH.formatted(node), PageKind.nodeName(node));
    }

    private String stats() {
        return """
            # HELP fleet_pages_total Pages served.
            # TYPE fleet_pages_total counter
            fleet_pages_total %d
            # HELP fleet_bytes_total Bytes of pages served.
            # TYPE fleet_bytes_total counter
            fleet_bytes_total %d
            # HELP fleet_samples_total Samples on the pages served.
            # TYPE fleet_samples_total counter
            fleet_samples_total %d
            # HELP fleet_late_total Pages served later than one and a half intervals after the one before.
            # TYPE fleet_late_total counter
            fleet_late_total %d
            # HELP fleet_warm_nodes Nodes whose page has been served twice or more often.
            # TYPE fleet_warm_nodes gauge
            fleet_warm_nodes %d
            """.formatted(served.sum(), bytes.sum(), served.sum() * samplesPerPage, late.sum(), warm.sum());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
