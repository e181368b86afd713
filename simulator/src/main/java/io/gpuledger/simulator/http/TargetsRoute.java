package io.gpuledger.simulator.http;

import com.fasterxml.jackson.core.JsonFactory;
import io.gpuledger.service.http.Get;
import io.gpuledger.simulator.fleet.Fleet;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

/// `/targets`: where each node's page is, and `/kube-state-metrics/targets`: where each cluster's is, as Prometheus
/// discovers them by HTTP. They all are where this was asked for, so that each is told from the others by its name.
public final class TargetsRoute {
    private record Target(String path, String cluster, String instance) {}

    private final JsonFactory json = new JsonFactory();
    private final List<Target> nodes;
    private final List<Target> clusters;

    public TargetsRoute(Fleet fleet, Collection<String> clusters) {
        this.nodes = IntStream.range(0, fleet.nodes().size())
                .mapToObj(number -> {
                    var node = fleet.nodes().get(number);
                    return new Target("/n/" + number + "/metrics", node.cluster(), node.name());
                })
                .toList();
        this.clusters = clusters.stream()
                .map(cluster ->
                        new Target("/kube-state-metrics/" + cluster + "/metrics", cluster, "kube-state-metrics"))
                .toList();
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/targets", (request, response) -> send(nodes, request, response));
        Get.route(routing, "/kube-state-metrics/targets", (request, response) -> send(clusters, request, response));
    }

    private void send(List<Target> targets, ServerRequest request, ServerResponse response) throws IOException {
        response.header(HeaderNames.CONTENT_TYPE, "application/json");
        try (var out = response.outputStream()) {
            write(targets, request.authority(), out);
        }
    }

    private void write(List<Target> targets, String authority, OutputStream out) throws IOException {
        try (var list = json.createGenerator(out)) {
            list.writeStartArray();
            for (var target : targets) {
                list.writeStartObject();
                list.writeArrayFieldStart("targets");
                list.writeString(authority);
                list.writeEndArray();
                list.writeObjectFieldStart("labels");
                list.writeStringField("__metrics_path__", target.path());
                list.writeStringField("cluster", target.cluster());
                list.writeStringField("instance", target.instance());
                list.writeEndObject();
                list.writeEndObject();
            }
            list.writeEndArray();
        }
    }
}
