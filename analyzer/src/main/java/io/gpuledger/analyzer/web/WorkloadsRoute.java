package io.gpuledger.analyzer.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.gpuledger.analyzer.store.questions.WorkloadTables;
import io.gpuledger.analyzer.store.questions.WorkloadTables.OfWorkload;
import io.gpuledger.analyzer.time.Span;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// `/api/v1/workloads`: those of a team, and each by its number: what it held, and how it used that.
public final class WorkloadsRoute {
    private static final String PATH = "/api/v1/workloads";
    private static final List<String> OF_TEAM = List.of("team", Hours.FROM, Hours.TO, "limit");
    private static final List<String> OF_ONE = List.of(Hours.FROM, Hours.TO);
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final int USUAL_LIMIT = 100;
    private static final int LIMIT_MAX = 1_000;

    private final JsonFactory json = new JsonFactory();
    private final WorkloadTables workloads;
    private final InstantSource clock;

    public WorkloadsRoute(WorkloadTables workloads, InstantSource clock) {
        this.workloads = workloads;
        this.clock = clock;
    }

    public void add(HttpRouting.Builder routing) {
        Api.route(routing, PATH, this::ofTeam);
        Api.route(routing, PATH + "/{id}", this::one);
    }

    private void ofTeam(ServerRequest request, Parameters parameters, ServerResponse response) throws IOException {
        var window = Hours.of(parameters, clock.instant());
        var limit = parameters.whole("limit", USUAL_LIMIT, LIMIT_MAX);
        var team = parameters.find("team");
        if (team.isEmpty()) {
            parameters.problem("team: must be given; /api/v1/ledger?by=team says which there are");
        }
        parameters.requireGood(OF_TEAM);
        var found = workloads.ofTeam(team.orElseThrow(), window, limit);
        send(response, window, page -> {
            page.writeNumberField("count", found.count());
            page.writeNumberField("limit", limit);
            page.writeArrayFieldStart("workloads");
            for (var workload : found.workloads()) {
                page.writeStartObject();
                new WorkloadJson(page).write(workload);
                page.writeEndObject();
            }
            page.writeEndArray();
        });
    }

    private void one(ServerRequest request, Parameters parameters, ServerResponse response) throws IOException {
        var window = Hours.of(parameters, clock.instant());
        var id = request.path().pathParameters().get("id");
        parameters.requireGood(OF_ONE);
        var found = NUMBER.matcher(id).matches()
                ? workloads.of(Integer.parseInt(id), window)
                : Optional.<OfWorkload>empty();
        if (found.isEmpty()) {
            Api.notFound(response, "no workload has the number %s; %s?team=T says which there are".formatted(id, PATH));
            return;
        }
        send(response, window, page -> new WorkloadJson(page).write(found.get()));
    }

    @FunctionalInterface
    private interface Fields {
        void write(JsonGenerator page) throws IOException;
    }

    private void send(ServerResponse response, Span window, Fields fields) throws IOException {
        var out = new ByteArrayOutputStream();
        try (var page = json.createGenerator(out)) {
            page.writeStartObject();
            page.writeStringField("status", "success");
            page.writeObjectFieldStart("data");
            page.writeStringField("from", time(window.from()));
            page.writeStringField("to", time(window.to()));
            fields.write(page);
            page.writeEndObject();
            page.writeEndObject();
        }
        Api.send(response, Api.JSON, out.toByteArray());
    }

    private static String time(long millis) {
        return Instant.ofEpochMilli(millis).toString();
    }
}
