package io.gpuledger.simulator.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.service.http.Get;
import io.gpuledger.simulator.cluster.Cluster;
import io.gpuledger.simulator.cluster.PodState;
import io.gpuledger.simulator.fleet.Resource;
import io.gpuledger.simulator.schedule.Scheduler;
import io.gpuledger.simulator.schedule.Verdict;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/// `/truth/pending`: who waits at an instant, which is now when nobody says otherwise by `at`, and why.
public final class PendingRoute {
    private final JsonFactory json = new JsonFactory();
    /// Those of the clusters, by their names.
    private final SequencedMap<String, Scheduler> schedulers = new LinkedHashMap<>();

    private final InstantSource clock;

    public PendingRoute(Map<String, Cluster> clusters, InstantSource clock) {
        clusters.forEach((name, cluster) -> schedulers.put(name, new Scheduler(cluster)));
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Get.route(routing, "/truth/pending", this::pending);
    }

    private void pending(ServerRequest request, ServerResponse response) throws IOException {
        try {
            var at = request.query()
                    .first("at")
                    .map(text -> Seconds.of(text, "at is an instant"))
                    .orElseGet(() -> clock.instant().getEpochSecond());
            response.header(HeaderNames.CONTENT_TYPE, "application/json");
            try (var out = response.outputStream()) {
                write(at, out);
            }
        } catch (IllegalArgumentException e) {
            response.status(Status.BAD_REQUEST_400).send(e.getMessage() + "\n");
        }
    }

    private void write(long at, OutputStream out) throws IOException {
        try (var answer = json.createGenerator(out)) {
            answer.writeStartObject();
            answer.writeStringField("at", Instant.ofEpochSecond(at).toString());
            answer.writeArrayFieldStart("pods");
            for (var cluster : schedulers.entrySet()) {
                for (var pod : cluster.getValue().waiting(at).entrySet()) {
                    write(cluster.getKey(), pod.getKey(), pod.getValue(), answer);
                }
            }
            answer.writeEndArray();
            answer.writeEndObject();
        }
    }

    private static void write(String cluster, PodState pod, Verdict verdict, JsonGenerator answer) throws IOException {
        answer.writeStartObject();
        answer.writeStringField("cluster", cluster);
        answer.writeStringField("namespace", pod.pod().namespace());
        answer.writeStringField("pod", pod.pod().name());
        answer.writeStringField("uid", pod.pod().uid());
        answer.writeStringField("since", Instant.ofEpochSecond(pod.created()).toString());
        answer.writeStringField("resource", pod.ask().unitResource().orElse(Resource.GPU));
        answer.writeNumberField("gpus", pod.ask().units());
        answer.writeStringField("reason", verdict.reason().word());
        answer.writeStringField("message", verdict.message());
        answer.writeEndObject();
    }
}
