import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What a program is trained with that scrapes: the pages of many nodes, found by HTTP service discovery. They all are
/// one page, with names of their own and other values each time; of every other node only what dcgm-exporter has too.
final class TrainingFleet implements AutoCloseable {
    private static final int NODES = 400;
    private static final Pattern NAMES =
            Pattern.compile("(?<=UUID=\"GPU-|uuid=\"GPU-)[0-9a-f]{8}|(?<=[,{ ](node|hostname)=\")[^\"]*");
    private static final Pattern UNHELD = Pattern.compile("(?<=hostname=\"[^\"]{0,20}\"),");
    private static final Pattern VALUE = Pattern.compile("(?m)(?<=[} ])(\\d{2,15})(\\.\\d+)?$");

    private final HttpServer server;
    private final List<String> whole;
    private final List<String> theirs;
    private final AtomicInteger served = new AtomicInteger();

    private TrainingFleet(HttpServer server, String page) {
        this.server = server;
        this.whole = IntStream.range(0, 10).mapToObj(time -> at(time, page)).toList();
        this.theirs = whole.stream()
                .map(TrainingFleet::onlyTheirs)
                .map(TrainingFleet::held)
                .toList();
    }

    static TrainingFleet start(Path page) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var fleet = new TrainingFleet(server, Files.readString(page));
        server.createContext("/targets", exchange -> answer(exchange, "application/json", fleet.targets()));
        server.createContext("/n/", exchange -> {
            fleet.served.incrementAndGet();
            answer(
                    exchange,
                    "text/plain; version=0.0.4",
                    fleet.page(exchange.getRequestURI().getPath()));
        });
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        return fleet;
    }

    private static void answer(HttpExchange exchange, String type, String text) throws IOException {
        var body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String at(int time, String page) {
        return VALUE.matcher(page)
                .replaceAll(value -> Long.parseLong(value.group(1)) + time + decimals(value.group(2)));
    }

    private static String decimals(String text) {
        return text == null ? "" : text;
    }

    private static String onlyTheirs(String page) {
        return page.lines()
                .filter(line -> line.replaceFirst("^# (HELP|TYPE) ", "").startsWith("DCGM_"))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String held(String page) {
        return UNHELD.matcher(page).replaceAll(",container=\"main\",namespace=\"training\",pod=\"pod\",");
    }

    private String targets() {
        var port = server.getAddress().getPort();
        return IntStream.range(0, NODES)
                .mapToObj(node -> "{\"targets\":[\"127.0.0.1:%d\"],\"labels\":{\"__metrics_path__\":\"/n/%d/metrics\"}}"
                        .formatted(port, node))
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String page(String path) {
        var node = Integer.parseInt(path.split("/")[2]);
        var pages = node % 2 == 0 ? whole : theirs;
        return NAMES.matcher(pages.get(served.get() / NODES % pages.size())).replaceAll("%08x".formatted(node));
    }

    String url() {
        return "http://127.0.0.1:%d/targets".formatted(server.getAddress().getPort());
    }

    int served() {
        return served.get();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
