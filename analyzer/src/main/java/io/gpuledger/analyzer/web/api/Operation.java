package io.gpuledger.analyzer.web.api;

import io.gpuledger.analyzer.web.api.Value.Members;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// One endpoint in the description of the API.
record Operation(Endpoint<?, ?> endpoint, JsonSchemas schemas) {
    /// These are in front of all paths: who is let in, how often, by what name; and what nobody foresaw.
    private static final List<Integer> OF_ALL = List.of(401, 421, 429, 500, 503);

    Members members() {
        var operation =
                new JsonObject().with("operationId", name()).with("summary", Words.sentence(endpoint.purpose()));
        var parameters = endpoint.question().parameters().stream()
                .flatMap(parameter -> new ParameterObject(parameter, schemas).members().stream())
                .toList();
        if (!parameters.isEmpty()) {
            operation.with("parameters", JsonObject.list(parameters));
        }
        endpoint.body().ifPresent(body -> operation.with("requestBody", body(body)));
        return operation.with("responses", responses()).done();
    }

    /// Where it is in the description.
    String method() {
        return endpoint.methods().getFirst().toLowerCase(Locale.ROOT);
    }

    private String name() {
        return method() + noun();
    }

    /// `/api/v1/workloads/{id}` is `WorkloadsId`.
    private String noun() {
        return Words.joined(endpoint.path().replaceFirst("^/api/v1", ""));
    }

    private JsonObject body(Parameter.Body<?> body) {
        var content = new JsonObject();
        for (var type : body.mediaTypes()) {
            var media = new JsonObject();
            if (body.schema() instanceof Schema.ObjectOf) {
                media.with("schema", schemas.of(noun(), body.schema()));
            }
            content.with(type, media);
        }
        return new JsonObject()
                .with("description", "%s Up to %,d bytes.".formatted(body.meaning(), body.bytesMax()))
                .with("required", true)
                .with("content", content);
    }

    private JsonObject responses() {
        var responses = new JsonObject().with("200", answer());
        if (isTagged()) {
            responses.with("304", new JsonObject().with("$ref", "#/components/responses/304"));
        }
        Stream.concat(own().boxed(), OF_ALL.stream())
                .sorted()
                .forEach(status -> Refusal.of(status).in(responses));
        return responses;
    }

    private IntStream own() {
        var isAsked = endpoint.question().unknown() == Unknown.REFUSED ? IntStream.of(400) : IntStream.empty();
        var isChange = endpoint.effect() == Effect.NONE ? IntStream.empty() : IntStream.of(403);
        var isAbsent = endpoint.absence().isPresent() ? IntStream.of(404) : IntStream.empty();
        var isSent = endpoint.body().isPresent() ? IntStream.of(413, 415) : IntStream.empty();
        return Stream.of(isAsked, isChange, isAbsent, isSent).flatMapToInt(some -> some);
    }

    private boolean isTagged() {
        return method().equals("get") && !document().isStreamed();
    }

    private Form.Document<?> document() {
        return (Form.Document<?>) endpoint.form();
    }

    private JsonObject answer() {
        var content = new JsonObject().with(Writing.JSON, new JsonObject().with("schema", envelope()));
        if (endpoint.hasTable()) {
            content.with("text/csv", new JsonObject().with("schema", new JsonObject().with("type", "string")));
        }
        var headers = new JsonObject();
        if (isTagged()) {
            headers.with("ETag", new JsonObject().with("$ref", "#/components/headers/ETag"));
        }
        if (document().isPaged()) {
            headers.with("Link", new JsonObject().with("$ref", "#/components/headers/Link"));
        }
        return new JsonObject()
                .with("description", Words.sentence(endpoint.purpose()))
                .with("headers", headers)
                .with("content", content);
    }

    private JsonObject envelope() {
        return new JsonObject()
                .with("type", "object")
                .with(
                        "properties",
                        new JsonObject()
                                .with("status", new JsonObject().with("const", "success"))
                                .with(
                                        "data",
                                        schemas.of(
                                                noun(),
                                                new Schema.ObjectOf(document().data()))))
                .with("required", List.of("status", "data"));
    }
}
