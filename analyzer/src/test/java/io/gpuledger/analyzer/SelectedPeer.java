package io.gpuledger.analyzer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpuledger.service.http.HttpServer;
import io.gpuledger.service.http.HttpSettings;
import io.gpuledger.service.reload.Reloads;
import io.gpuledger.service.settings.Address;
import java.net.URLDecoder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A server like Prometheus that answers range selectors and nothing else, and knows which series it gave. Each
/// of its series has a sample a minute, from one instant to another.
final class SelectedPeer implements AutoCloseable {
    private static final Pattern SELECTOR = Pattern.compile("query=\\{(.*)}\\[(\\d+)ms]");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)(=~|!~|!=|=)\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"");
    private static final Pattern TIME = Pattern.compile("time=([0-9.]+)");
    private static final long STEP = 60_000;

    private final List<Map<String, String>> series;
    private final long from;
    private final long to;
    private final Queue<Map<String, String>> given = new ConcurrentLinkedQueue<>();
    private final HttpServer http;

    SelectedPeer(List<Map<String, String>> series, long from, long to) {
        this.series = List.copyOf(series);
        this.from = from;
        this.to = to;
        this.http = HttpServer.start(
                HttpSettings.at(new Address("127.0.0.1", 0)),
                new Reloads(Duration.ZERO, InstantSource.system()),
                routing -> routing.post("/api/v1/query", (request, response) -> {
                    var body = new String(request.content().as(byte[].class), UTF_8);
                    response.send(answer(URLDecoder.decode(body, UTF_8)));
                }));
    }

    String url() {
        return "http://127.0.0.1:" + http.port();
    }

    /// Returns the series that it gave so far, each as often as it did, and forgets them.
    Collection<Map<String, String>> given() {
        var all = List.copyOf(given);
        given.clear();
        return all;
    }

    private String answer(String form) {
        var selector = SELECTOR.matcher(form);
        var time = TIME.matcher(form);
        if (!selector.find() || !time.find()) {
            throw new AssertionError(form);
        }
        var end = Math.round(Double.parseDouble(time.group(1)) * 1_000);
        var begin = end - Long.parseLong(selector.group(2));
        var result = series.stream()
                .filter(one -> matches(one, selector.group(1)))
                .map(one -> matrix(one, begin, end))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(","));
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[%s]}}".formatted(result);
    }

    private static boolean matches(Map<String, String> series, String selector) {
        return MATCHER.matcher(selector).results().allMatch(matcher -> {
            var value = series.getOrDefault(matcher.group(1), "");
            var wanted = matcher.group(3).replace("\\\\", "\\");
            return switch (matcher.group(2)) {
                case "=" -> value.equals(wanted);
                case "!=" -> !value.equals(wanted);
                case "=~" -> value.matches(wanted);
                default -> !value.matches(wanted);
            };
        });
    }

    private String matrix(Map<String, String> one, long begin, long end) {
        var values = new StringBuilder();
        for (var at = Math.max(from, Math.ceilDiv(begin, STEP) * STEP); at <= Math.min(to, end); at += STEP) {
            values.append(values.isEmpty() ? "" : ",")
                    .append("[%d.%03d,\"%s\"]".formatted(at / 1_000, at % 1_000, value(one, at)));
        }
        if (values.isEmpty()) {
            return "";
        }
        given.add(one);
        var labels = one.entrySet().stream()
                .map(label -> "\"%s\":\"%s\"".formatted(label.getKey(), label.getValue()))
                .collect(Collectors.joining(","));
        return "{\"metric\":{%s},\"values\":[%s]}".formatted(labels, values);
    }

    /// Whatever it is of, it may be so.
    private static double value(Map<String, String> one, long at) {
        return one.getOrDefault("__name__", "").startsWith("kube_") ? 1 : ((one.hashCode() ^ at / STEP) & 63) / 100.0;
    }

    @Override
    public void close() {
        http.close();
    }
}
