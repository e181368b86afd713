package io.gpuledger.analyzer.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// What people and programs ask an analyzer for, of things that there are in its fleet, drawn anew each time.
///
/// @param byName the path of each kind of question, by what it is called
record PagePaths(Map<String, Supplier<String>> byName) {
    private static final int NAMES = 500;

    /// @param seed what the things are drawn from
    static PagePaths of(URI site, long seed) throws IOException, InterruptedException {
        var random = new Random(seed);
        var units = data(site, "/api/v1/now?limit=" + NAMES).path("units");
        var teams = data(site, "/api/v1/ledger?by=team&limit=100").path("rows");
        var pods = data(site, "/api/v1/ledger?by=cluster,namespace,pod&limit=" + NAMES)
                .path("rows");
        var workloads = new ArrayList<JsonNode>();
        var names = new ArrayList<String>();
        for (var row : teams) {
            var team = row.path("team").asText();
            if (!team.isEmpty()) {
                names.add(encoded(team));
                data(site, "/api/v1/workloads?team=" + encoded(team))
                        .path("workloads")
                        .forEach(workloads::add);
            }
        }
        var held = new ArrayList<JsonNode>();
        pods.forEach(row -> {
            if (!row.path("pod").asText().isEmpty()) {
                held.add(row);
            }
        });
        return new PagePaths(paths(new Things(list(units), names, workloads, held), random));
    }

    /// Returns how many GPUs there are.
    static long count(URI site) throws IOException, InterruptedException {
        return data(site, "/api/v1/fleet").path("gpu_count").asLong();
    }

    /// What there is in the fleet.
    private record Things(List<JsonNode> units, List<String> teams, List<JsonNode> workloads, List<JsonNode> pods) {}

    private static Map<String, Supplier<String>> paths(Things there, RandomGenerator random) {
        var all = new LinkedHashMap<String, Supplier<String>>();
        for (var path : List.of("/", "/fleet", "/teams")) {
            all.put("`%s`".formatted(path), () -> path);
        }
        all.put("`/team`", () -> "/team?team=" + any(there.teams(), random));
        all.put(
                "`/workload`",
                () -> "/workload?id="
                        + any(there.workloads(), random).path("id").asText());
        all.put("`/pod`", () -> "/pod?" + query(any(there.pods(), random), "cluster", "namespace", "pod"));
        all.put("`/gpu`", () -> "/gpu?" + query(any(there.units(), random), "cluster", "gpu"));
        all.put("`/gpu` of a week", () -> "/gpu?last=7d&" + query(any(there.units(), random), "cluster", "gpu"));
        all.put("`/node`", () -> "/node?" + query(any(there.units(), random), "cluster", "node"));
        for (var path : List.of(
                "/waiting",
                "/placements",
                "/findings",
                "/failures",
                "/reports",
                "/targets",
                "/settings",
                "/doctor",
                "/search?q=train",
                "/api/v1/ledger?by=team,state",
                "/api/v1/capacity",
                "/api/v1/fleet",
                "/api/v1/now",
                "/api/v1/pending",
                "/api/v1/stranded",
                "/metrics")) {
            all.put("`%s`".formatted(path), () -> path);
        }
        return all;
    }

    private static String query(JsonNode thing, String... names) {
        var parts = new ArrayList<String>();
        for (var name : names) {
            parts.add(name + "=" + encoded(thing.path(name).asText()));
        }
        return String.join("&", parts);
    }

    private static <T> T any(List<T> some, RandomGenerator random) {
        return some.get(random.nextInt(some.size()));
    }

    private static List<JsonNode> list(JsonNode array) {
        var all = new ArrayList<JsonNode>();
        array.forEach(all::add);
        return all;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static JsonNode data(URI site, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var answer = client.send(HttpRequest.newBuilder(site.resolve(path)).build(), BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("%s answers %d: %s".formatted(path, answer.statusCode(), answer.body()));
            }
            return new ObjectMapper().readTree(answer.body()).path("data");
        }
    }
}
