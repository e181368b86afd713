package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Members;
import java.util.TreeMap;

/// What has no [Endpoint], in the description of the API.
final class OtherOperation {
    private OtherOperation() {}

    static Members of(OtherPath other) {
        var operation =
                new JsonObject().with("operationId", other.name()).with("summary", Words.sentence(other.purpose()));
        other.sent()
                .ifPresent(type -> operation.with(
                        "requestBody",
                        new JsonObject()
                                .with("required", true)
                                .with("content", new JsonObject().with(type, new JsonObject()))));
        return operation.with("responses", responses(other)).done();
    }

    private static JsonObject responses(OtherPath other) {
        var responses = new JsonObject();
        new TreeMap<>(other.answered()).forEach((status, types) -> {
            var response = new JsonObject().with("description", Words.sentence(other.purpose()));
            if (!types.isEmpty()) {
                var content = new JsonObject();
                types.forEach(type ->
                        content.with(type, new JsonObject().with("schema", new JsonObject().with("type", "string"))));
                response.with("content", content);
            }
            responses.with(String.valueOf(status), response);
        });
        other.refused().forEach(status -> Refusal.of(status).in(responses));
        return responses;
    }
}
