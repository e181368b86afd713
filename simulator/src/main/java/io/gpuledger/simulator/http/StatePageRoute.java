package io.gpuledger.simulator.http;

import io.gpuledger.exporter.exposition.Page.Format;
import io.gpuledger.service.http.Get;
import io.gpuledger.service.http.KeptAnswer;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.statemetrics.StatePage;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.InstantSource;
import java.util.Map;

/// `/kube-state-metrics/<cluster>/metrics`: what kube-state-metrics says of a cluster.
public final class StatePageRoute {
    private final Map<String, Cluster> clusters;
    private final InstantSource clock;

    public StatePageRoute(Map<String, Cluster> clusters, InstantSource clock) {
        this.clusters = Map.copyOf(clusters);
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/kube-state-metrics/{cluster}/metrics", this::page);
    }

    private void page(ServerRequest request, ServerResponse response) {
        var name = request.path().pathParameters().get("cluster");
        var cluster = clusters.get(name);
        if (cluster == null) {
            response.status(Status.NOT_FOUND_404).send("There is no cluster " + name + ".\n");
        } else {
            var page = StatePage.at(clock.instant().getEpochSecond(), cluster);
            KeptAnswer.send(response.header(HeaderNames.CONTENT_TYPE, Format.TEXT.contentType()), page);
        }
    }
}
