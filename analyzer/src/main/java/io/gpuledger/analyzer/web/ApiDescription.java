package io.gpuledger.analyzer.web;

import io.gpuledger.analyzer.web.api.Endpoint;
import io.gpuledger.analyzer.web.api.OpenApi;
import io.gpuledger.analyzer.web.api.OtherPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Declares `/openapi.json`, which describes the API for programs.
final class ApiDescription {
    static final String PATH = "/openapi.json";

    private static final List<Integer> REFUSED = List.of(401, 421, 429, 500);
    private static final List<String> TEXT = List.of("text/plain");

    private static final List<OtherPath> OTHERS = List.of(
            new OtherPath(
                    "POST",
                    "/api/v1/write",
                    "postWrite",
                    "takes samples by Prometheus' remote write 1.0 and 2.0, in snappy",
                    Optional.of("application/x-protobuf"),
                    Map.of(204, List.of()),
                    List.of(400, 401, 413, 415, 421, 429, 500, 503)),
            new OtherPath(
                    "GET",
                    "/metrics",
                    "getMetrics",
                    "what it says of its own work",
                    Optional.empty(),
                    Map.of(200, List.of("text/plain", "application/openmetrics-text")),
                    REFUSED),
            new OtherPath(
                    "GET",
                    "/readyz",
                    "getReadyz",
                    "whether it takes in, and whether that gets into the database",
                    Optional.empty(),
                    Map.of(200, TEXT, 503, TEXT),
                    REFUSED),
            new OtherPath(
                    "GET",
                    "/healthz",
                    "getHealthz",
                    "whether the process runs",
                    Optional.empty(),
                    Map.of(200, TEXT),
                    REFUSED));

    private ApiDescription() {}

    /// @param api all that it describes
    static Endpoint<?, ?> of(List<Endpoint<?, ?>> api) {
        var version = Optional.ofNullable(ApiDescription.class.getPackage().getImplementationVersion());
        return new OpenApi("gpu-analyzer", version.orElse("(not packaged)"), api, OTHERS).at(PATH);
    }
}
