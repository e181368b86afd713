package io.gpuledger.analyzer.cluster.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/// An API server that does what it is told: lists, watches that break off with 410, refusals, silence.
final class FakeApi implements AutoCloseable {
    /// Behind a path: only watches are refused.
    static final String WATCH = "?watch";

    private static final String END = "";
    private static final Map<String, String> TYPES = Map.of(
            "nodes", "v1 Node",
            "pods", "v1 Pod",
            "namespaces", "v1 Namespace",
            "resourcequotas", "v1 ResourceQuota",
            "limitranges", "v1 LimitRange",
            "poddisruptionbudgets", "policy/v1 PodDisruptionBudget",
            "events", "v1 Event",
            "priorityclasses", "scheduling.k8s.io/v1 PriorityClass",
            "clusterqueues", "kueue.x-k8s.io/v1beta1 ClusterQueue");

    /// A watch, of the server that it was asked of: what ran into a stop may end long after the next server's start.
    private record Open(HttpServer of, String path, LinkedBlockingQueue<String> lines) {}

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final Map<String, Map<String, HasMetadata>> objects = new ConcurrentHashMap<>();
    private final Map<String, Integer> refusals = new ConcurrentHashMap<>();
    private final Map<String, Integer> refused = new ConcurrentHashMap<>();
    private final Set<Open> open = ConcurrentHashMap.newKeySet();
    private final List<String> lists = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile HttpServer server;
    private final int port;
    private long version = 1;
    private volatile boolean isSilent;

    FakeApi() throws IOException {
        server = start(0);
        port = server.getAddress().getPort();
    }

    private HttpServer start(int onPort) throws IOException {
        var started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), onPort), 0);
        started.createContext("/", this::answer);
        started.setExecutor(threads);
        started.start();
        return started;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    /// Returns the paths that were listed so far, each time.
    List<String> lists() {
        return lists;
    }

    void refuse(String path, int code) {
        refusals.put(path, code);
    }

    /// Returns how often a request for the path was refused.
    int refused(String path) {
        return refused.getOrDefault(path, 0);
    }

    void allow(String path) {
        refusals.remove(path);
    }

    /// There is this, without a word to those who watch.
    synchronized void put(String path, HasMetadata object) {
        object.getMetadata().setResourceVersion(String.valueOf(++version));
        objects.computeIfAbsent(path, _ -> new LinkedHashMap<>())
                .put(object.getMetadata().getName(), object);
    }

    synchronized void remove(String path, String name) {
        version++;
        objects.computeIfAbsent(path, _ -> new LinkedHashMap<>()).remove(name);
    }

    /// There is no such kind any more.
    synchronized void forget(String path) {
        objects.remove(path);
    }

    /// All is as it was so many versions ago, as far as anybody can tell.
    synchronized void restore(long versions) {
        version -= versions;
    }

    /// From now on nothing is answered, and no connection ends.
    void hush() {
        isSilent = true;
    }

    /// Those who watch are told.
    synchronized void tell(String type, String path, HasMetadata object) {
        version = Math.max(version, Long.parseLong(object.getMetadata().getResourceVersion()));
        send(path, "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, serialization.asJson(object)));
    }

    /// Those who watch are told that what they have is too old.
    void expire(String path) {
        send(path, """
            {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired",\
            "message":"too old resource version","code":410}}
            """);
    }

    private void send(String path, String line) {
        watches(path).forEach(watch -> watch.lines().add(line));
    }

    boolean isWatched(String path) {
        return watches(path).findAny().isPresent();
    }

    private Stream<Open> watches(String path) {
        return open.stream()
                .filter(watch -> watch.of().equals(server))
                .filter(watch -> watch.path().equals(path));
    }

    void stop() {
        open.forEach(watch -> watch.lines().add(END));
        server.stop(0);
    }

    void again() throws IOException {
        server = start(port);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var query = String.valueOf(exchange.getRequestURI().getQuery());
        if (isSilent) {
            return;
        }
        try (exchange) {
            var asked = refusals.containsKey(path + WATCH) && query.contains("watch=true") ? path + WATCH : path;
            if (refusals.containsKey(asked)) {
                var code = refusals.getOrDefault(asked, 0);
                refused.merge(asked, 1, Integer::sum);
                send(exchange, code, "{\"kind\":\"Status\",\"code\":%d,\"message\":\"not for you\"}".formatted(code));
            } else if (query.contains("watch=true")) {
                watch(exchange, path);
            } else {
                find(exchange, path);
            }
        }
    }

    private void find(HttpExchange exchange, String path) throws IOException {
        String body;
        synchronized (this) {
            var all = objects.get(path);
            body = all == null ? one(path) : list(all);
        }
        if (objects.containsKey(path)) {
            lists.add(path);
        }
        send(exchange, body.isEmpty() ? 404 : 200, body.isEmpty() ? "{\"kind\":\"Status\",\"code\":404}" : body);
    }

    private String one(String path) {
        var slash = path.lastIndexOf('/');
        var all = objects.getOrDefault(path.substring(0, slash), Map.of());
        var found = all.get(path.substring(slash + 1));
        return found == null ? "" : serialization.asJson(found);
    }

    private String list(Map<String, HasMetadata> all) {
        var items = all.values().stream().map(serialization::asJson).toList();
        return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"%d\"},\"items\":[%s]}"
                .formatted(version, String.join(",", items));
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void watch(HttpExchange exchange, String path) throws IOException {
        var mine = new Open(exchange.getHttpContext().getServer(), path, new LinkedBlockingQueue<>());
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            // Or the head of the answer would wait for the first event.
            out.write(bookmark(path).getBytes(UTF_8));
            out.flush();
            open.add(mine);
            for (var line = mine.lines().take();
                    !line.equals(END);
                    line = mine.lines().take()) {
                out.write(line.getBytes(UTF_8));
                out.flush();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(mine);
        }
    }

    private synchronized String bookmark(String path) {
        var plural = path.substring(path.lastIndexOf('/') + 1);
        var type = TYPES.getOrDefault(plural, "v1 " + plural).split(" ", -1);
        return "{\"type\":\"BOOKMARK\",\"object\":{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"}}}\n"
                .formatted(type[0], type[1], version);
    }

    @Override
    public void close() {
        stop();
        threads.shutdownNow();
    }
}
