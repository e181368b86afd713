package io.gpuledger.analyzer.alert;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// What a webhook was told by Alertmanager, over all the times that it was started.
final class Hook implements AutoCloseable {
    private static final JsonFactory FACTORY = new JsonFactory();

    private final List<Receiver.Post> before = new ArrayList<>();
    private Receiver receiver = Receiver.start();

    Hook() throws IOException {}

    URI url() {
        return receiver.url();
    }

    /// Ends it, and starts another one on the same port.
    void startAgain() throws IOException {
        receiver.close();
        before.addAll(receiver.posts());
        receiver = Receiver.start(receiver.port());
    }

    /// Returns how often it was told what, as `GPU-1 warning firing` and 1.
    Map<String, Integer> told() {
        return counted("uuid", "severity", "status");
    }

    /// Returns how often it was told of which alert, as `GpuLost firing` and 1.
    Map<String, Integer> toldByName() {
        return counted("alertname", "status");
    }

    private Map<String, Integer> counted(String... by) {
        var counts = new TreeMap<String, Integer>();
        Stream.concat(before.stream(), receiver.posts().stream())
                .flatMap(post -> alerts(post.body()).stream())
                .map(alert -> Stream.of(by).map(alert::get).collect(joining(" ")))
                .forEach(alert -> counts.merge(alert, 1, Integer::sum));
        return counts;
    }

    private static List<Map<String, String>> alerts(String body) {
        var alerts = new ArrayList<Map<String, String>>();
        try (var json = FACTORY.createParser(body)) {
            while (json.nextToken() != null) {
                if (json.currentToken() == JsonToken.START_ARRAY && "alerts".equals(json.currentName())) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        alerts.add(alert(json));
                    }
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return alerts;
    }

    private static Map<String, String> alert(JsonParser json) throws IOException {
        var texts = new HashMap<String, String>();
        for (var depth = 1; depth > 0; ) {
            switch (json.nextToken()) {
                case START_OBJECT -> depth++;
                case END_OBJECT -> depth--;
                case VALUE_STRING -> texts.put(json.currentName(), json.getText());
                default -> {}
            }
        }
        return texts;
    }

    @Override
    public void close() {
        receiver.close();
    }
}
